// One chart that can be asked: the values at any point, a range between two dates, and an address that shows the same again.
// Values are those of changes.csv, which is asked for when a chart is first touched.
for (const section of all('.history:has(figure)')) {
  const { period, months, days, numbers, table, words: titles } = section.dataset;
  const [least, group, mark, ...space] = numbers;
  const [names, namesInDays, [since, until, csv]] = [months, days, titles].map(list => list.split('|'));
  const isSteps = period === 'steps';
  const hasDays = isSteps || period === 'D';

  const number = (text, decimals) => {
    const [, minus, whole, fraction] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
    if (!whole) return text;
    const digits = fraction.padEnd(decimals, '0');
    return (minus && '\u2212') + (whole.length < least ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group)) + (digits && mark + digits);
  };
  const label = (date, isTotal) => {
    const [year, month, day] = date.split('-');
    if (period === 'A') return year;
    if (hasDays) return `${+day}\u00a0${namesInDays[month - 1]} ${year}`;
    return `${isTotal && month > 1 ? `${names[0]}–` : ''}${names[month - 1]} ${year}`;
  };
  // The value of a year stands in its middle.
  const time = date => Date.parse(period === 'A' ? `${date.slice(0, 4)}-07-01` : date);
  const day = at => new Date(at).toISOString().slice(0, 10);

  // Two dates beside the choices of the page.
  const figures = all('figure', section);
  const range = make('p', 'range');
  range.innerHTML = `<label>${since} <input type="date" name="from"></label><label>${until} <input type="date" name="to"></label><a href="${table}" hidden>${csv}</a>`;
  figures[0].before(range);
  const [from, to, download] = all('input, a', range);
  const inputs = all('input', section);

  const tables = {};
  const load = name => tables[name] ??= fetch(`/data/${name}/changes.csv`).then(async answer => {
    if (!answer.ok) throw answer;
    // Files of an export cannot be asked for a part.
    download.hidden = !answer.headers.has('Snapshot-Id');
    const [head, ...rows] = (await answer.text()).trim().split(/\s+/).map(line => line.split(','));
    return rows.map(row => Object.fromEntries(head.map((column, i) => [column, row[i]])));
  }).catch(() => { delete tables[name]; return []; });

  const charts = figures.map(figure => {
    const plot = figure.querySelector('.plot');
    const [begin, end] = plot.dataset.axis.split('/').map(Date.parse);
    plot.classList.add('read');
    plot.tabIndex = 0;
    return {
      ...figure.dataset, figure, plot, begin, end, axis: [begin, end], html: plot.innerHTML, readout: plot.appendChild(make('p', 'readout')),
      keys: figure.dataset.keys.split(','), names: all('.name', figure).map(line => `\u00a0${line.textContent.trim()}`),
    };
  });

  // The points that are in sight, each with the rows of all series there.
  const points = async ({ keys, column, begin, end }) => {
    const tables = (await Promise.all(keys.map(load))).map(rows => rows.filter(row => row[column]));
    download.href = `${table}?keys=${keys}&from=${day(begin)}&to=${day(end)}`;
    const dates = [...new Set(tables.flat().map(({ date }) => date))].sort();
    // A rate that was in force at the beginning was decided before.
    const first = dates.findLastIndex(date => time(date) < begin) + !isSteps;
    return dates.slice(Math.max(first, 0)).filter(date => time(date) <= end).map(date => ({
      date, at: time(date), tables, rows: tables.map(rows => rows.findLast(row => isSteps ? row.date <= date : row.date === date)),
    }));
  };
  const text = ({ column, decimals, names }, { date, tables, rows }) => {
    const isChange = column.startsWith('yoy');
    const said = row => (isChange && row[column] > 0 ? '+' : '') + number(row[column], decimals) + (column === 'yoy_pct' ? `${space.join('')}%` : '');
    const isTotal = period === 'since' && (isChange || column === 'value');
    const [year, month] = date.split('-');
    const before = isTotal && !isChange && tables[0].find(row => row.date.startsWith(`${year - 1}-${month}`));
    const values = rows.flatMap((row, i) => row ? said(row) + (names[i] ?? '') : []);
    return `${label(date, isTotal)}: ${values.join(' · ')}${before ? ` · ${said(before)} (${year - 1})` : ''}`;
  };

  let turn = 0;
  const hide = ({ plot, readout }) => {
    turn += 1;
    plot.querySelector('.guide')?.remove();
    readout.textContent = '';
  };
  const show = (chart, point, isAloud) => {
    const { plot, readout, begin, end } = chart;
    hide(chart);
    chart.chosen = point.at;
    const x = `${100 * Math.max(point.at - begin, 0) / (end - begin || 1)}%`;
    const height = plot.querySelector('.lines').getAttribute('height');
    plot.querySelector('.field').insertAdjacentHTML('beforeend', `<line class="guide" x1="${x}" x2="${x}" y2="${height}"/>`);
    readout.textContent = text(chart, point);
    if (isAloud) announced.textContent = readout.textContent;
  };
  for (const chart of charts) {
    const { plot } = chart;
    plot.onpointermove = plot.onpointerdown = async ({ clientX, type }) => {
      const { left, width } = plot.querySelector('.field').getBoundingClientRect();
      const at = chart.begin + (chart.end - chart.begin) * (clientX - left) / width;
      const mine = turn += 1;
      const there = await points(chart);
      if (mine !== turn || !there.length) return;
      const distance = point => isSteps && point.at > at ? Infinity : Math.abs(point.at - at);
      const nearest = there.reduce((best, point) => distance(point) < distance(best) ? point : best);
      show(chart, nearest, type === 'pointerdown');
    };
    plot.onpointerleave = ({ pointerType }) => pointerType === 'mouse' && hide(chart);
    plot.onblur = () => hide(chart);
    plot.onkeydown = async event => {
      if (event.key === 'Escape') hide(chart);
      const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const there = await points(chart);
      const now = there.findIndex(({ at }) => at === chart.chosen);
      const next = there[Math.max(0, Math.min(there.length - 1, (now < 0 ? there.length : now) + step))];
      if (next) show(chart, next, true);
    };
  }

  const draw = () => {
    const chart = charts.find(({ figure }) => figure.checkVisibility()) ?? charts[0];
    const { figure, plot, readout, axis: [first, last], html } = chart;
    const [begin, end] = [Math.max(first, Date.parse(from.value) || first), Math.min(last, Date.parse(to.value) || last)];
    const isCut = figure.matches('.all') && begin < end && (begin > first || end < last);
    [chart.begin, chart.end] = isCut ? [begin, end] : [first, last];
    plot.innerHTML = html;
    plot.append(readout);
    hide(chart);
    if (isCut) zoom(chart);
  };
  const read = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const input of inputs) {
      const chosen = state.get(input.name);
      if (input.type === 'radio') input.checked = chosen ? input.id === chosen : input.defaultChecked;
      else input.value = chosen?.length === 4 ? chosen + (input === to ? '-12-31' : '-01-01') : chosen;
    }
    draw();
  };
  section.onchange = ({ target: { name, type } }) => {
    const state = new URLSearchParams();
    for (const input of inputs) {
      if (type === 'date' && input.name === 'range') input.checked = input.id === 'all';
      if (name === 'range' && input.type === 'date') input.value = '';
      const chosen = input.type === 'date' ? input.value : input.checked && !input.defaultChecked && input.id;
      if (chosen) state.set(input.name, chosen);
    }
    history.replaceState(null, '', `#${state}`);
    draw();
  };
  addEventListener('hashchange', read);

  // Shows a part of the server's drawing, with axes of its own: round values around those that are in sight.
  async function zoom(chart) {
    const { figure, plot, axis: [first, last], begin, end, column } = chart;
    const values = (await points(chart)).flatMap(({ rows }) => rows.flatMap(row => row ? +row[column] : []));
    if (chart.begin !== begin || chart.end !== end || !values.length) return;
    // What was seen from zero still is.
    if (!figure.querySelector('.cut-mark')) values.push(0);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const around = high > low ? 0 : Math.abs(high) / 10 || 1;
    const ends = step => [Math.floor((low - around) / step + 1e-9), Math.ceil((high + around) / step - 1e-9)];
    const power = 10 ** Math.floor(Math.log10((high - low + 2 * around) / 5));
    const step = [1, 2, 5, 10, 20].map(times => times * power).find(step => ends(step)[1] - ends(step)[0] <= 5);
    const [bottom, top] = ends(step);
    const marks = Array.from({ length: top - bottom + 1 }, (_, i) => (bottom + i) * step);
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));

    const lines = plot.querySelector('.lines');
    const [, , width, height] = lines.getAttribute('viewBox').split(' ');
    const [x0, x1] = [begin, end].map(at => (at - first) / (last - first) * width);
    const [y0, v0, y1, v1] = plot.dataset.scale.split(' ').map(Number);
    const place = value => y0 + (value - v0) * (y1 - y0) / (v1 - v0);
    const [lowest, highest] = [place(bottom * step), place(top * step)];
    const pixels = y => (y - highest) / (lowest - highest) * height / 10;
    lines.setAttribute('viewBox', `${x0} ${highest} ${x1 - x0} ${lowest - highest}`);
    lines.style.overflow = 'hidden';
    lines.querySelector('.rule').setAttribute('d', marks.map(value => `M${x0} ${place(value)}h${x1 - x0}`).join(''));
    for (const texts of ['.scale text', '.on-rule'].map(selector => all(selector, plot))) {
      for (const value of texts.length ? marks : []) {
        const text = texts[0].cloneNode();
        text.setAttribute('y', pixels(place(value)));
        text.textContent = number(value.toFixed(decimals), decimals);
        texts[0].before(text);
      }
      texts.forEach(text => text.remove());
    }
    // A narrow page has room for every third date.
    const places = Array.from({ length: 9 }, (_, i) => (i + .5) / 9);
    plot.querySelector('.marks').innerHTML = places.map((at, i) =>
      `<text class="${i % 3 === 1 ? '' : 'broad'}" x="${100 * at}%" y="${height / 10 + 18}">${label(day(begin + at * (end - begin)))}</text>`).join('');
    // The present value stands at the end of the line that leads to it.
    for (const text of all('.ends text', plot)) {
      if (end < last || !text.matches('.own')) text.remove();
      else text.setAttribute('y', pixels(text.dataset.line));
    }
  }

  if (location.hash.includes('=')) read();
}
