// A chart that can be asked: the values at any point, a range that is drawn from its rows, and an address that shows the same again.
// Rows are those of changes.csv, which is asked for when a chart is first touched or has a range.
for (const section of all('.history:has(figure)')) {
  const DAY = 864e5;
  const { period, months, days, numbers, table, changes, words: texts } = section.dataset;
  const [least, group, mark, ...space] = numbers;
  const [names, namesInDays, [since, until, csv, nothing, reversed]] = [months, days, texts].map(list => list.split('|'));
  const isSteps = period === 'steps';
  const hasDays = isSteps || period === 'D';
  const every = period === 'A' ? 12 : names[0] === names[1] ? 3 : 1;
  const [input, digits] = hasDays ? ['date', 10] : every === 12 ? ['number', 4] : ['month', 7];

  const number = (text, decimals) => {
    const [, minus, whole, fraction] = /^(-?)(\d+)\.?(\d*)$/.exec(text) ?? [];
    if (!whole) return text;
    const digits = fraction.padEnd(decimals, '0');
    return (minus && '\u2212') + (whole.length < least ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group)) + (digits && mark + digits);
  };
  const label = (date, isTotal) => {
    const [year, month, day] = date.split('-');
    if (every === 12) return year;
    if (hasDays) return `${+day}\u00a0${namesInDays[month - 1]} ${year}`;
    return `${isTotal && month > 1 ? `${names[0]}–` : ''}${names[month - 1]} ${year}`;
  };
  const day = at => new Date(at).toISOString().slice(0, 10);
  // The day before a month, counted from January of the year 0: months begin where the ones before them end.
  const turn = month => Date.UTC(Math.floor(month / 12), month % 12, 0);
  const monthOf = at => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();
  // The first or the last day of what is written in a field.
  const edge = (text, isLast) => {
    if (text.length > 7) return text;
    const [year, month = isLast ? 12 : 1] = text.split('-');
    return day(turn(year * 12 + Number(month) - !isLast) + (isLast ? 0 : DAY));
  };

  const tables = {};
  const load = key => tables[key] ??= fetch(changes.replace(/[^/]+(?=\/[^/]+$)/, key)).then(async answer => {
    if (!answer.ok) throw answer;
    const [head, ...rows] = (await answer.text()).trim().split(/\s+/).map(line => line.split(','));
    return rows.map(row => Object.fromEntries(head.map((column, i) => [column, row[i]])));
  }).catch(() => { delete tables[key]; return []; });

  const spans = text => text.split(';').map(list => list.split(',').filter(Boolean).map(span => span.split('/')).map(([first, last = first]) => [first, last]));
  const holds = (spans, date) => spans?.some(([first, last]) => first <= date && date <= last);
  const figures = all('figure', section);
  const charts = figures.map(figure => {
    const { keys, span, runs, doubtful, middle } = figure.dataset;
    const plot = figure.querySelector('.plot');
    const readout = make('p', 'readout');
    plot.before(readout);
    plot.classList.add('read');
    plot.tabIndex = 0;
    const lines = all('.name', figure);
    const [own] = all('.end', plot).slice(-1);
    return {
      ...figure.dataset, figure, plot, readout, html: plot.innerHTML, caption: figure.querySelector('.span').textContent,
      keys: keys.split(','), span: span.split('/'), runs: spans(runs), doubtful: spans(doubtful), middle: middle * DAY,
      inks: [own.classList.value, ...all('.name path', figure).slice(1).map(path => path.classList.value)].map(ink => ink.replace(/dots |line | end/g, '')),
      names: lines.map(line => line.textContent.trim()), said: lines.map(line => line.appendChild(make('span', 'said'))),
    };
  });

  // Two dates beside the choices of the page, and what is between them as a table.
  const range = make('p', 'range');
  const [first, last] = [Math.min, Math.max].map((pick, end) => day(pick(...charts.map(({ span }) => Date.parse(span[end])))).slice(0, digits));
  const field = (label, name, value) => `<label>${label} <input type="${input}" name="${name}" min="${first}" max="${last}" value="${value}"></label>`;
  range.innerHTML = field(since, 'from', first) + field(until, 'to', last) + (table ? `<a>${csv}</a>` : '');
  figures[0].before(range);
  const [from, to] = all('input', range);
  const download = range.querySelector('a');
  const inputs = all('input', section);

  // All points of a chart in order of time, each with a row of every series. A rate stays until the next one.
  const collect = async ({ keys, column, runs, middle }) => {
    const series = (await Promise.all(keys.map(load))).map((rows, i) => rows.filter(row => row[column] && (isSteps || holds(runs[i], row.date))));
    const places = series.map(() => -1);
    return [...new Set(series.flat().map(({ date }) => date))].sort().map(date => ({
      date, at: Date.parse(date) - middle, rows: series.map((rows, i) => {
        while (rows[places[i] + 1]?.date <= date) places[i] += 1;
        const row = rows[places[i]];
        return isSteps || row?.date === date ? row : undefined;
      }),
    }));
  };
  const read = async chart => {
    const points = await (chart.points ??= collect(chart));
    if (!points.length) chart.points = null;
    const { shown: [begin, end] } = chart;
    const inside = points.filter(({ date }) => date >= begin && date <= end);
    const before = isSteps && inside[0]?.date !== begin && points.findLast(({ date }) => date < begin);
    return before ? [before, ...inside] : inside;
  };
  const said = ({ column, decimals }, row) => {
    const isChange = column.startsWith('yoy');
    return (isChange && row[column] > 0 ? '+' : '') + number(row[column], decimals) + (column === 'yoy_pct' ? `${space.join('')}%` : '');
  };
  // The value at a point, or the values with their names.
  const tell = (chart, { date, rows }) => {
    const isChange = chart.column.startsWith('yoy');
    const isTotal = period === 'since' && (isChange || chart.column === 'value');
    const [year, month] = date.split('-');
    const before = isTotal && !isChange && chart.whole?.find(point => point.date.startsWith(`${year - 1}-${month}`));
    const values = rows.flatMap((row, i) => row ? (chart.names[i] ? `${chart.names[i]} ` : '') + said(chart, row) : []);
    return `${chart.label ?? ''}${label(date, isTotal)}: ${values.join(' · ')}${before ? ` · ${said(chart, before.rows[0])} (${year - 1})` : ''}`;
  };

  let turns = 0;
  const hide = chart => {
    turns += 1;
    all('.guide', chart.plot).forEach(line => line.remove());
    chart.readout.textContent = chart.message ?? '';
    chart.said.forEach(place => { place.textContent = ''; });
  };
  const show = (chart, point, isAloud) => {
    hide(chart);
    chart.chosen = point.at;
    const { plot, readout, axis: [begin, end], scale: [y0, v0, y1, v1], column } = chart;
    const lines = plot.querySelector('.lines');
    const [, , width, height] = lines.getAttribute('viewBox').split(' ');
    const x = end > begin ? Math.max(point.at - begin, 0) / (end - begin) * width : width / 2;
    const dots = point.rows.map(row => row ? `M${x} ${y0 + (row[column] - v0) * (y1 - y0) / (v1 - v0)}h0` : '');
    lines.insertAdjacentHTML('beforeend', `<path class="guide rule" d="M${x} 0v${height}"/><path class="guide dots end" d="${dots.join('')}"/>`);
    const text = tell(chart, point);
    readout.textContent = chart.names.length ? text.split(': ')[0] : text;
    chart.said.forEach((place, i) => { place.textContent = point.rows[i] ? said(chart, point.rows[i]) : ''; });
    if (isAloud) announced.textContent = text;
  };
  for (const chart of charts) {
    const { plot } = chart;
    plot.onpointermove = plot.onpointerdown = async ({ clientX, type }) => {
      const { left, width } = plot.querySelector('.field').getBoundingClientRect();
      const mine = turns += 1;
      const points = await (chart.inSight ??= read(chart));
      if (mine !== turns || !points.length) return;
      const [begin, end] = chart.axis;
      const at = begin + (end - begin) * (clientX - left) / width;
      let [low, high] = [0, points.length - 1];
      while (low < high) {
        const middle = low + high >> 1;
        if (points[middle].at < at) low = middle + 1; else high = middle;
      }
      const before = points[low - 1];
      const isBefore = before && (isSteps ? points[low].at > at : at - before.at < points[low].at - at);
      show(chart, isBefore ? before : points[low], type === 'pointerdown');
    };
    plot.onpointerleave = ({ pointerType }) => pointerType === 'mouse' && hide(chart);
    plot.onblur = () => hide(chart);
    plot.onkeydown = async event => {
      if (event.key === 'Escape') hide(chart);
      const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const points = await (chart.inSight ??= read(chart));
      const now = points.findIndex(({ at }) => at === chart.chosen);
      const next = points[Math.max(0, Math.min(points.length - 1, (now < 0 ? points.length : now) + step))];
      if (next) show(chart, next, true);
    };
  }

  const draw = async () => {
    const chart = charts.find(({ figure }) => figure.checkVisibility()) ?? charts[0];
    const { figure, plot, keys, column } = chart;
    const isWhole = !figure.matches('.all');
    if (isWhole) [from.value, to.value] = chart.span.map(date => date.slice(0, digits));
    const asked = [edge(from.value || first), edge(to.value || last, true)];
    const isCut = !isWhole && (from.value > first || from.value && to.value < from.value || to.value && to.value < last);
    chart.shown = isCut ? asked : chart.span;
    Object.assign(chart, { message: '', inSight: null, axis: plot.dataset.axis.split('/').map(Date.parse), scale: plot.dataset.scale.split(' ').map(Number) });
    plot.innerHTML = chart.html;
    plot.hidden = false;
    figure.querySelector('.span').textContent = chart.caption;
    all('.legend, .remark', figure).forEach(line => { line.hidden = false; });
    hide(chart);
    for (const link of all('.switch [hreflang]')) link.hash = location.hash;
    const [begin, end] = chart.shown;
    if (download) {
      download.hidden = false;
      download.href = column !== 'value' ? `${changes}?from=${begin}&to=${end}` : `${table}?keys=${keys}&from=${begin}&to=${end}${keys[1] ? '&shape=wide' : ''}`;
    }
    if (!isCut) return;
    const points = await (chart.inSight = read(chart));
    if (chart.shown !== asked) return;
    plot.hidden = !points.length;
    if (points.length) return trace(chart, points);
    if (download) download.hidden = true;
    chart.message = announced.textContent = begin > end ? reversed : nothing;
    hide(chart);
  };
  const recall = () => {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const input of inputs) {
      const chosen = state.get(input.name);
      if (input.type === 'radio') input.checked = chosen ? input.id === chosen : input.defaultChecked;
      else input.value = chosen ? edge(chosen, input === to).slice(0, digits) : input.defaultValue;
    }
    draw();
  };
  section.onchange = ({ target: { name } }) => {
    const state = new URLSearchParams();
    const isDate = name === 'from' || name === 'to';
    for (const input of inputs) {
      if (isDate && input.name === 'range') input.checked = input.id === 'all';
      if (name === 'range' && input.type !== 'radio') input.value = input.defaultValue;
    }
    const isFree = inputs.find(({ id }) => id === 'all')?.checked ?? true;
    for (const { name, id, type, value, checked, defaultChecked, defaultValue } of inputs) {
      if (type === 'radio' ? checked && !defaultChecked : isFree && value && value !== defaultValue) state.set(name, type === 'radio' ? id : value);
    }
    history.replaceState(null, '', `#${state}`);
    draw();
  };
  addEventListener('hashchange', recall);
  addEventListener('resize', () => { if (charts.some(({ axis, shown, span }) => axis && shown !== span)) draw(); });

  // Round values around those that are in sight. What was seen from zero still is.
  const scaleOf = (values, hasZero) => {
    const [low, high] = [Math.min, Math.max].map(pick => values.concat(hasZero ? 0 : []).reduce((a, b) => pick(a, b)));
    const around = high > low ? 0 : Math.abs(high) / 10 || 1;
    const ends = step => [Math.floor((low - around) / step + 1e-9), Math.ceil((high + around) / step - 1e-9)];
    const power = 10 ** Math.floor(Math.log10((high - low + 2 * around) / 5));
    const step = [1, 2, 5, 10, 20].map(times => times * power).find(step => ends(step)[1] - ends(step)[0] <= 5);
    const [bottom, top] = ends(step);
    return { marks: Array.from({ length: top - bottom + 1 }, (_, i) => (bottom + i) * step), places: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
  };
  // Days, months or years, each named where it is, with ticks where they turn.
  const calendar = (begin, end, room) => {
    const length = (end - begin) / DAY;
    if (hasDays && length < 70) {
      const step = [1, 2, 7, 14].find(step => length / step < room);
      // Weeks begin on Mondays.
      const ticks = Array.from({ length: length + 1 }, (_, i) => begin + i * DAY).filter((at, i) => (step < 7 ? i : at / DAY + 3) % step === 0);
      return { ticks, named: ticks.map(at => [at, label(day(at))]) };
    }
    const step = [1, 3, 6, 12, 24, 60, 120, 240, 600, 1200].find(step => step % every === 0 && length / 30.4 / step < room);
    const unit = step < 12 ? every : 12;
    const [ticks, named] = [[], []];
    for (let month = Math.floor(monthOf(begin) / 12) * 12; month <= monthOf(end); month += unit) {
      const [a, b] = [turn(month), turn(month + unit)];
      const [left, right] = [Math.max(a, begin), Math.min(b, end)];
      if (left === a) ticks.push(a);
      if (month % step === 0 && right - left > (b - a) / 2) named.push([(left + right) / 2, (unit < 12 ? `${names[month % 12]} ` : '') + Math.floor(month / 12)]);
    }
    return { ticks, named };
  };

  // Draws every row in sight, on axes of its own.
  const trace = (chart, points) => {
    const { figure, plot, keys, runs, doubtful, column, decimals, axis: [whole, limit], shown } = chart;
    const lines = plot.querySelector('.lines');
    const [, , width, height] = lines.getAttribute('viewBox').split(' ').map(Number);
    // An axis begins with the period of its first point and ends with that of its last; a rate goes on.
    const [oldest, newest] = [points[0], points.at(-1)].map(({ date }) => Date.parse(date));
    const begin = isSteps ? Math.max(oldest, Date.parse(shown[0])) : hasDays ? oldest : turn(monthOf(oldest) + 1 - every);
    const end = isSteps ? Math.max(begin, Math.min(limit, Date.parse(shown[1]))) : newest;
    const { marks, places } = scaleOf(points.flatMap(({ rows }) => rows.flatMap(row => row ? +row[column] : [])), !figure.querySelector('.cut-mark'));
    const [bottom, top] = [marks[0], marks.at(-1)];
    const x = at => +(end > begin ? (Math.max(at, begin) - begin) / (end - begin) * width : width / 2).toFixed(1);
    const y = value => +((top - value) / (top - bottom) * height).toFixed(1);
    Object.assign(chart, { axis: [begin, end], scale: [height, bottom, 0, top] });

    // What stands at a day of the whole drawing stays there.
    const stay = kind => [...(lines.querySelector(kind)?.getAttribute('d') ?? '').matchAll(/M(\d+)/g)].map(([, at]) => whole + at / width * (limit - whole));
    const upright = days => days.filter(at => at >= begin && at <= end).map(at => `M${x(at)} 0v${height}`).join('');
    const [today = Infinity] = stay('.today');
    const field = plot.querySelector('.field');
    const { named, ticks } = calendar(begin, end, Math.min(field.getBoundingClientRect().width, 640) / 72);
    const paths = [
      ['rule', marks.map(value => `M0 ${y(value)}h${width}`).join('')], ['axis', marks.includes(0) ? `M0 ${y(0)}h${width}` : ''],
      ['tick', ticks.map(at => `M${x(at)} ${height}v50`).join('')], ['break', upright(stay('.break'))], ['today', upright([today])],
    ];
    const labels = [];
    let pieces = 0;
    keys.forEach((_, i) => {
      const ink = chart.inks[i];
      const level = ({ rows }) => y(rows[i][column]);
      const dots = some => some.map(point => `M${x(point.at)} ${level(point)}h0`).join('');
      const mine = points.filter(({ rows }) => rows[i]);
      const doubts = mine.filter(({ date }) => holds(doubtful[i], date));
      // A rate between two instants.
      const steps = (some, from, to) => {
        const start = some.findLast(({ at }) => at <= from) ?? some[0];
        const next = some.filter(({ at }) => at > start.at && at <= to).map(point => `H${x(point.at)}V${level(point)}`);
        return `M${x(Math.max(from, start.at))} ${level(start)}${next.join('')}H${x(to)}`;
      };
      for (const [first, last] of runs[i]) {
        const some = mine.filter(({ date }) => date >= first && date <= last);
        if (!some.length) continue;
        pieces += 1;
        const known = Math.min(Date.parse(last), end);
        if (!isSteps) paths.push([`line ${ink}`, `M${some.map(point => `${x(point.at)} ${level(point)}`).join('L')}`]);
        else paths.push([`line ${ink}`, steps(some, begin, Math.min(known, today))], [`line ${ink} coming`, known > today ? steps(some, today, known) : '']);
        if (isSteps && last === runs[i].at(-1)[1] && known < end) paths.push([`line ${ink} tail`, steps(some, known, Math.min(end, today))]);
        if (!isSteps && (points.length <= 60 || !some[1])) paths.push([`dots ${ink}`, dots(some)]);
      }
      // A line ends with what is in force, not with what is to come.
      const leading = mine.findLast(({ at }) => at <= today) ?? mine[0];
      if (!leading) return;
      paths.push([`dots ring ${ink}`, dots(doubts)], [`dots end ${ink}`, dots([leading])], ['dots hole', dots(doubts)]);
      const place = level(leading) / 10;
      if (labels.every(([other]) => Math.abs(other - place) > 14)) labels.push([place, number((+leading.rows[i][column]).toFixed(decimals), decimals), ink]);
    });
    lines.innerHTML = paths.map(([kind, path]) => path && `<path class="${kind}" d="${path}"/>`).join('');

    const scale = marks.map(value => [y(value) / 10, number(value.toFixed(places), places)]);
    const room = texts => 7 * Math.max(...texts.map(([, text]) => text.length)) + 12;
    const write = (place, texts, x) => { place.innerHTML = texts.map(([y, text, ink]) => `<text class="${ink}" x="${x}" y="${y}" dy="4">${text}</text>`).join(''); };
    const [left, right] = ['.scale', '.ends'].map(kind => plot.querySelector(kind));
    left?.setAttribute('width', room(scale));
    if (left) write(left, scale, room(scale) - 8);
    right.setAttribute('width', room(labels));
    write(right, labels, 8);
    const inside = all('.on-rule', field);
    inside.forEach(text => text.remove());
    if (inside[0]) field.insertAdjacentHTML('beforeend', scale.map(([y, text]) => `<text class="${inside[0].classList}" y="${y}" dy="-4">${text}</text>`).join(''));
    field.querySelector('.marks').innerHTML = named.map(([at, text]) => `<text x="${x(at) / width * 100}%" y="${height / 10 + 18}">${text}</text>`).join('');

    // Caption, legend and remarks are those of the part that is shown.
    figure.querySelector('.span').textContent = [...new Set([begin > oldest ? shown[0] : points[0].date, points.at(-1).date].map(date => label(date)))].join(' – ');
    all('.legend:not(.name)', figure).forEach(line => { line.hidden = !lines.querySelector(`.${/tail|today|ring|break/.exec(line.innerHTML)}`); });
    all('.remark', figure).forEach(line => { line.hidden = pieces <= keys.length || line.matches('.apart'); });
    plot.ariaLabel = [points[0], points.at(-1)].map(point => tell(chart, point)).join('; ');
    if (points[1]) return;
    chart.message = tell(chart, points[0]);
    hide(chart);
  };

  recall();
}
