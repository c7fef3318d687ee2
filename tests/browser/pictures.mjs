// What charts say by place and colour: labels at their own lines, years in their year, nothing too faint to be seen.
// The functions run in the page.

/** Texts and lines of pictures that have too little contrast with what is behind them. */
export function faint() {
  const found = new Set();
  const parsed = colour => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parsed(getComputedStyle(at).backgroundColor);
      if (a > 0) return [r, g, b];
    }
    return [255, 255, 255];
  };
  const light = channels => channels.map(c => c / 255).map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const check = (element, colour, opacity, least) => {
    const ground = behind(element.closest('svg').parentElement);
    const [r, g, b, a = 1] = parsed(colour);
    const strength = a * Number(opacity) * Number(getComputedStyle(element).opacity);
    const seen = [r, g, b].map((c, i) => c * strength + ground[i] * (1 - strength));
    const [one, other] = [light(seen), light(ground)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (contrast < least) found.add(`${element.tagName} ${element.getAttribute('class') ?? ''}: contrast ${contrast.toFixed(2)}`);
  };
  for (const text of document.querySelectorAll('svg text')) {
    const { fill, fillOpacity } = getComputedStyle(text);
    if (text.checkVisibility()) check(text, fill, fillOpacity, 4.5);
  }
  // Rules and ticks are there for the eye that follows them, and say nothing by themselves.
  for (const path of document.querySelectorAll('svg path:not(.rule, .tick, .hole)')) {
    const { stroke, strokeOpacity } = getComputedStyle(path);
    if (path.checkVisibility() && stroke !== 'none') check(path, stroke, strokeOpacity, 3);
  }
  return [...found];
}

/**
 * Labels at the end of lines that are farther from the value that they name than half their height and a little, or nearer to
 * another label's value. A label names the month of a line that ends before the edge.
 */
export function astray() {
  const found = [];
  const isEnglish = document.documentElement.lang === 'en';
  const plain = text => text.trim().replace(/[\u00a0\u202f]/g, ' ').replace('−', '-').replace(isEnglish ? /,/g : / (?=\d{3}(?!\d))/g, '').replace(',', '.');
  // Inside its field a scale stands above its lines.
  const above = text => (getComputedStyle(text).textAnchor === 'start' ? 8 : 0);
  const middle = element => { const { top, bottom } = element.getBoundingClientRect(); return (top + bottom) / 2; };
  const named = text => {
    const [, value] = plain(text).match(/^(-?\d+(?:\.\d+)?)(?= |$)/) ?? [];
    return value === undefined ? null : Number(value);
  };
  for (const plot of document.querySelectorAll('.plot')) {
    if (!plot.checkVisibility()) continue;
    const scale = [...plot.querySelectorAll('.scale text')].filter(text => text.checkVisibility())
      .map(text => ({ value: plain(text.textContent), y: middle(text) + above(text) })).filter(({ value }) => /^-?\d+(\.\d+)?$/.test(value));
    const [low, high] = [scale[0], scale.at(-1)];
    if (scale.length < 2 || low.value === high.value) continue;
    const place = value => low.y + (value - low.value) * (high.y - low.y) / (high.value - low.value);
    const shown = [...plot.querySelectorAll('.ends text')].filter(text => text.checkVisibility());
    const labels = shown.map(text => ({ text, value: named(text.textContent), at: middle(text) })).filter(({ value }) => value !== null)
      .map(({ text, value, at }) => ({ text, own: place(value), at }));
    for (const { text, own, at } of labels) {
      const away = Math.abs(own - at);
      if (away > text.getBoundingClientRect().height * 0.75) found.push(`the label “${text.textContent}” is ${Math.round(away)} px from its line`);
      else if (away > Math.min(...labels.map(other => Math.abs(other.own - at))) + 1) found.push(`the label “${text.textContent}” is nearer to another line`);
    }
    const drawn = [...plot.querySelectorAll('.field svg path.own')].filter(path => path.getBBox().width > 0 || path.matches('.end'));
    const own = shown.find(text => text.matches('.own'));
    if (!own || drawn.length === 0) continue;
    const frame = drawn[0].ownerSVGElement;
    // The value of a period stands in its middle.
    const { axis: [first, last], middle: days } = JSON.parse(plot.closest('figure').dataset.outline);
    const toMiddle = days * 86400000 / (last - first);
    const ends = Math.max(...drawn.map(path => path.getBBox()).map(({ x, width }) => x + width)) / frame.viewBox.baseVal.width + toMiddle;
    if (ends < 0.95 && !own.textContent.includes('(')) found.push(`the label “${own.textContent}” is at the edge, its line ends at ${Math.round(ends * 100)} % of the width`);
  }
  return found;
}

/** Labels of years that stand outside their year, by the days of the first and last observation of a chart. A rate is drawn on where it is known to apply. */
export function misdated() {
  const found = [];
  const plots = [...document.querySelectorAll('.plot')].filter(plot => plot.checkVisibility());
  if (plots.length !== 1) return found;
  const { span: [first, latest], axis, middle } = JSON.parse(plots[0].closest('figure').dataset.outline);
  const { isSteps } = JSON.parse(plots[0].closest('form').dataset.writing);
  const last = isSteps && !plots[0].querySelector('path.tail') ? axis[1] : Date.parse(latest);
  const drawn = [...plots[0].querySelectorAll('path.own')].filter(path => !path.matches('.tail') && path.closest('.field'));
  if (drawn.length === 0) return found;
  const frame = drawn[0].ownerSVGElement.getBoundingClientRect();
  const { width } = drawn[0].ownerSVGElement.viewBox.baseVal;
  const xs = drawn.map(path => path.getBBox()).flatMap(box => [box.x, box.x + box.width]).map(x => frame.left + x / width * frame.width);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  // The value of a period stands in its middle.
  const before = middle * 86400000;
  const [from, to] = [Date.parse(first) - before, last - before];
  if (right - left < 50 || to - from < 200 * 86400000) return found;
  const place = day => left + (Date.parse(day) - from) * (right - left) / (to - from);
  // Nobody knows on which side of a turn of years a label stands that is in the middle of it. At the edges a part of a year is seen.
  const isInside = (at, begins, ends) => at > begins + (ends - begins) * 0.2 && at < ends - (ends - begins) * 0.2;
  for (const text of plots[0].querySelectorAll('.field text')) {
    if (!/^(19|20)\d\d$/.test(text.textContent.trim()) || !text.checkVisibility()) continue;
    const box = text.getBoundingClientRect();
    const at = (box.left + box.right) / 2;
    const [begins, ends] = [0, 1].map(more => place(`${Number(text.textContent) + more}-01-01`));
    const isSeen = isInside(at, Math.max(begins, frame.left), Math.min(ends, frame.right));
    if (!isInside(at, begins, ends) && !isSeen) {
      found.push(`the label of ${text.textContent.trim()} stands outside its year`);
    }
  }
  return found;
}

/** Scales whose texts are equal, not equally far apart, or do not hold what the text at the end of a line says. */
export function unevenScales() {
  const found = [];
  const isEnglish = document.documentElement.lang === 'en';
  const plain = text => Number(text.trim().replace(/[\u00a0\u202f]/g, ' ').replace('−', '-').replace(isEnglish ? /,/g : / (?=\d{3}(?!\d))/g, '').replace(',', '.'));
  for (const plot of document.querySelectorAll('.plot')) {
    const texts = [...plot.querySelectorAll('.scale text')].filter(text => text.checkVisibility());
    const values = texts.map(text => plain(text.textContent));
    const said = texts.map(text => text.textContent.trim()).join(' ');
    if (values.length < 2 || values.some(Number.isNaN)) continue;
    const step = values[1] - values[0];
    const isEven = values.every((value, i) => i === 0 || Math.abs(value - values[i - 1] - step) < Math.abs(step) / 1000);
    if (!isEven || step === 0) found.push(`the scale is not even: ${said}`);
    const round = Math.abs(step) / 10 ** Math.floor(Math.log10(Math.abs(step)) + 1e-9);
    if (![1, 2, 5].some(digit => Math.abs(round - digit) < 0.001)) found.push(`the scale is not round: ${said}`);
  }
  return found;
}

/** Whether one chart is shown, whatever is chosen, and says what it is of and from when to when; what follows is looked at in each. */
export function choices() {
  const ids = name => [...document.querySelectorAll(`.charts input[name=${name}]`)].map(({ id }) => id);
  const [subjects, ranges] = [ids('as'), ids('range')].map(all => (all.length > 0 ? all : ['']));
  return subjects.flatMap(subject => ranges.map(range => [subject, range].filter(Boolean)));
}

/** Makes a choice. */
export function choose(ids) {
  for (const id of ids) document.getElementById(id).checked = true;
  const figures = [...document.querySelectorAll('.history figure')].filter(figure => figure.checkVisibility());
  return figures.length === 1 ? [] : [`${ids.join(' and ')}: ${figures.length} charts are shown`];
}
