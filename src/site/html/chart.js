// A chart that can be asked: the values at any point, and a range that is drawn from its rows. Rows are those of changes.csv,
// which is asked for when a chart is first touched or has a range.
for (const form of all('.history form')) {
  const DAY = 864e5;
  // The field of a page has so many parts across.
  const WIDE = 1e4;
  const { changes, isSteps, every, months, group, mark, least, nothing, reversed } = JSON.parse(form.dataset.writing);
  const { range: time = {}, from, to } = form.elements;
  const { min: first, max: last } = from;
  const digits = first.length;
  // An export has no table of several indicators.
  const download = one('.range a', form) ?? {};
  one('.range', form).hidden = false;
  for (const plot of all('.plot', form)) plot.tabIndex = 0;
  const charts = all('figure', form).map(figure => ({
    ...JSON.parse(figure.dataset.outline), figure, html: figure.innerHTML, names: all('.name bdi', figure).map(name => `${name.textContent} `),
  }));
  // The chart that is seen, with what was drawn and read of it.
  let now;
  const part = selector => one(selector, now.figure);

  const number = (text, decimals) => {
    const [whole, fraction = ''] = text.replace('-', '−').split('.');
    const rest = fraction.padEnd(decimals, '0');
    return (Math.abs(text) < least ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group)) + (rest && mark + rest);
  };
  const label = date => {
    const [year, month, day] = date.split('-');
    return digits < 5 ? year : `${digits > 7 ? `${+day}\u00a0` : ''}${now.periods[month - 1]} ${year}`;
  };
  // The value at a point, or the values with their names.
  const tell = ({ date, values }) => `${label(date)}: ${values.flatMap((value, i) => value ? (now.names[i] ?? '') + (now.signed && value > 0 ? '+' : '') + number(value, now.decimals) + now.unit : []).join(' · ')}`;

  const holds = (spans, date) => spans.some(([first, last]) => first <= date && date <= last);

  const files = {};
  const load = key => files[key] ??= fetch(changes.replace('*', key)).then(answer => answer.text()).catch(() => '');
  // The points in sight in order of time, each with a value of every series. A rate stays until the next one.
  const collect = async ({ series, column, middle, shown: [begin, end] }) => {
    const tables = await Promise.all(series.map(async ({ key, runs }) => {
      const [head, ...rows] = (await load(key)).trim().split(/\s+/).map(line => line.split(','));
      const pairs = rows.map(row => [row[head.indexOf('date')], row[head.indexOf(column)]]);
      return new Map(pairs.filter(([date, value]) => value && holds(runs, date)));
    }));
    const values = [];
    const points = [...new Set(tables.flatMap(table => [...table.keys()]))].sort().map(date => {
      tables.forEach((table, i) => { values[i] = table.get(date) ?? (isSteps ? values[i] : undefined); });
      return { date, at: Date.parse(date) - middle * DAY, values: [...values] };
    });
    return points.filter(({ date }, i) => date.slice(0, digits) <= end && (date >= begin || isSteps && !(points[i + 1]?.date <= begin)));
  };
  const read = () => now.points ??= collect(now);

  // Places in the field.
  const x = at => {
    const [begin, end] = now.axis;
    return +(end > begin ? Math.max(at - begin, 0) / (end - begin) * WIDE : WIDE / 2).toFixed(1);
  };
  const y = value => +((now.scale[1] - value) / (now.scale[1] - now.scale[0]) * now.height).toFixed(1);
  const upright = at => `M${x(at)} 0v${now.height}`;

  const say = text => {
    part('.readout').textContent = text;
    part('.guide')?.remove();
  };
  const show = (point, isAloud) => {
    say(tell(point));
    now.chosen = point;
    const dots = point.values.map(value => value ? `M${x(point.at)} ${y(value)}h0` : '').join('');
    part('.lines').insertAdjacentHTML('beforeend', `<g class="guide"><path class="rule" d="${upright(point.at)}"/><path class="dots end" d="${dots}"/></g>`);
    if (isAloud) aloud.textContent = tell(point);
  };
  form.onpointermove = form.onpointerdown = async ({ clientX, type, target }) => {
    if (!target.closest('.plot')) return;
    const points = await read();
    const { left, width } = part('.field').getBoundingClientRect();
    const [begin, end] = now.axis;
    const at = begin + (end - begin) * (clientX - left) / width;
    const nearest = (best, point) => Math.abs(point.at - at) < Math.abs(best.at - at) ? point : best;
    const point = isSteps && points.findLast(point => point.at <= at) || points.reduce(nearest, points[0]);
    if (point) show(point, type === 'pointerdown');
  };
  form.onkeydown = async event => {
    const { key, target } = event;
    if (key === 'Escape') say(now.message);
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
    if (!step || !target.matches('.plot') || event.altKey || event.metaKey) return;
    event.preventDefault();
    const points = await read();
    const place = points.indexOf(now.chosen);
    const next = points[(place < 0 ? points.length : place) + step] ?? points.at(step < 0 ? 0 : -1);
    if (next) show(next, true);
  };

  const draw = async () => {
    const chart = charts.find(({ figure }) => figure.checkVisibility()) ?? charts[0];
    const { figure, html, span, csv } = chart;
    figure.innerHTML = html;
    const isWhole = !figure.matches('.all');
    if (isWhole) [from.value, to.value] = span.map(date => date.slice(0, digits));
    const [begin, end] = [from.value || first, to.value || last];
    const isCut = !isWhole && (begin > first || end < last);
    form.className = isCut ? 'part' : '';
    const mine = now = { ...chart, shown: isCut ? [begin, end] : span };
    for (const link of all('.switch [hreflang]')) link.hash = location.hash;
    download.href = `${csv}from=${now.shown[0]}&to=${now.shown[1]}`;
    if (!isCut) return;
    const points = await read();
    if (now !== mine) return;
    if (points[0]) trace(points);
    else {
      form.className = 'empty';
      now.message = aloud.textContent = begin > end ? reversed : nothing;
    }
    say(now.message);
  };
  const initial = Object.fromEntries(new FormData(form));
  const recall = () => {
    form.reset();
    for (const [name, value] of new URLSearchParams(location.hash.slice(1))) if (name in initial) form.elements[name].value = value;
    draw();
  };
  form.onchange = ({ target: { name } }) => {
    if (name === 'range') [from.value, to.value] = [first, last];
    else if (name !== 'as') time.value = 'all';
    const chosen = [...new FormData(form)].filter(([name, value]) => value !== initial[name]);
    history.replaceState(null, '', `#${new URLSearchParams(chosen)}`);
    draw();
  };
  addEventListener('hashchange', recall);
  addEventListener('resize', () => form.className && draw());

  // Days, or the middles of months or years, with their names, and ticks where they turn.
  const calendar = (begin, end, room) => {
    const [ticks, named] = [[], []];
    const days = (end - begin) / DAY;
    if (digits > 7 && days < 70) {
      // Weeks begin on Mondays.
      const step = [1, 2, 7, 14].find(step => days / step < room) ?? 28;
      for (let at = begin; at <= end; at += DAY) if ((at / DAY + 3) % step === 0) named.push([at, label(new Date(at).toISOString().slice(0, 10))]);
      return [named.map(([at]) => at), named];
    }
    const step = [1, 3, 6, 12, 24, 60, 120].find(step => step % every === 0 && days / 30.4 / step < room) ?? 600;
    const unit = step < 12 ? every : 12;
    const year = new Date(begin).getUTCFullYear();
    for (let month = 0; Date.UTC(year, month, 0) < end; month += unit) {
      const [a, b] = [month, month + unit].map(month => Date.UTC(year, month, 0));
      const middle = (a + b) / 2;
      if (a >= begin) ticks.push(a);
      if ((year * 12 + month) % step === 0 && middle > begin && middle < end) named.push([middle, `${unit < 12 ? `${months[month % 12]} ` : ''}${new Date(b).getUTCFullYear()}`]);
    }
    return [ticks, named];
  };

  // Draws every row in sight, on axes of its own.
  const trace = points => {
    const { series, breaks, today, decimals, shown, height } = now;
    // An axis begins with the period of its first point and ends with that of its last; a rate goes on.
    const [oldest, newest] = [points[0], points.at(-1)].map(({ date }) => date);
    const since = isSteps && shown[0] > oldest ? shown[0] : oldest;
    const [year, month] = since.split('-');
    const begin = digits > 7 ? Date.parse(since) : Date.UTC(year, month - every, 0);
    const until = isSteps ? shown[1] : newest;
    const end = Date.parse(until);

    // Round values around those that are in sight. What was seen from zero still is.
    const values = points.flatMap(({ values }) => values.filter(Boolean).map(Number));
    if (!part('.cut-mark')) values.push(0);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const power = 10 ** Math.floor(Math.log10((high - low || Math.abs(high) || 1) / 5));
    const step = [1, 2, 5, 10, 20].map(times => times * power).find(step => (high - low) / step <= 4);
    const bottom = Math.floor(low / step) - (low === high);
    const top = Math.ceil(high / step) + (low === high);
    const marks = Array.from({ length: top - bottom + 1 }, (_, i) => (bottom + i) * step);
    Object.assign(now, { axis: [begin, end], scale: [bottom * step, top * step] });

    const paths = [];
    const add = (kind, places) => places[0] && paths.push(`<path class="${kind}" d="${places.join('')}"/>`);
    const inside = days => days.map(Date.parse).filter(at => at >= begin && at < end).map(upright);
    const [ticks, named] = calendar(begin, end, part('.field').clientWidth / 80);
    for (const value of marks) add(value ? 'rule' : 'axis', [`M0 ${y(value)}h${WIDE}`]);
    add('tick', ticks.map(at => `M${x(at)} ${height}v50`));
    add('break', inside(breaks));
    add('today', inside([today]));
    const ends = [];
    series.forEach(({ ink, runs, doubtful }, i) => {
      const mine = points.filter(({ values }) => values[i]);
      const place = (point, between = ' ') => x(point.at) + between + y(point.values[i]);
      const dots = (kind, some) => add(`dots ${ink}${kind}`, some.map(point => `M${place(point)}h0`));
      for (const [first, last, kind] of runs) {
        const some = mine.filter(({ date }) => date >= first && date <= last);
        if (isSteps) {
          const [left, right] = [Math.max(begin, Date.parse(first)), Math.min(end, Date.parse(last))];
          const start = mine.findLast(({ at }) => at <= left);
          const next = mine.filter(({ at }) => at > left && at <= right).map(point => `H${place(point, 'V')}`);
          if (start && left < right) add(`line ${ink}${kind}`, [`M${place({ ...start, at: left })}`, ...next, `H${x(right)}`]);
        } else if (some[0]) {
          add(`line ${ink}`, [`M${some.map(point => place(point)).join('L')}`]);
          if (points.length <= 60 || !some[1]) dots('', some);
        }
      }
      // A line ends with what is in force, not with what is to come.
      const leading = mine.findLast(({ date }) => !(date > today)) ?? mine[0];
      if (!leading) return;
      const doubts = mine.filter(({ date }) => holds(doubtful, date));
      dots(' ring', doubts);
      dots(' end', [leading]);
      dots(' hole', doubts);
      const value = leading.values[i];
      const at = y(value) / 10;
      if (ends.every(([, other]) => Math.abs(other - at) > 14)) ends.push([8, at, number((+value).toFixed(decimals), decimals), ink]);
    });
    part('.lines').innerHTML = paths.join('');

    const write = (kind, texts) => {
      const place = part(kind);
      place.setAttribute('width', 7 * Math.max(...texts.map(([, , text]) => text.length)) + 12);
      place.innerHTML = texts.map(([x, y, text, ink = '']) => `<text class="${ink}" x="${x}" y="${y}" dy="4">${text}</text>`).join('');
    };
    const places = Math.max(0, -Math.floor(Math.log10(step)));
    write('.scale', marks.map(value => ['100%', y(value) / 10, number(value.toFixed(places), places)]));
    write('.ends', ends);
    write('.marks', named.map(([at, text]) => [`${x(at) / WIDE * 100}%`, height / 10 + 14, text]));
    part('.span').textContent = [...new Set([since, until].map(label))].join(' – ');
    part('.plot').ariaLabel = [points[0], points.at(-1)].map(tell).join('; ');
    if (!points[1]) now.message = tell(points[0]);
  };

  recall();
}
