// Reads out the observations of charts. What it says stands in the page's own table.
{
  // A cell without what only sighted or only blind readers are told.
  const said = cell => {
    const copy = cell.cloneNode(true);
    all('sup, .aside, [aria-hidden]', copy).forEach(extra => extra.remove());
    return copy.textContent.trim();
  };
  const observations = all('.observations tr[data-days]').map(row => {
    const [first, last = first] = row.dataset.days.split('/');
    const heading = row.closest('.sheets').previousElementSibling;
    const part = heading.tagName === 'H3' ? `${heading.textContent}. ` : '';
    const text = `${part}${said(row.cells[0])}: ${said(row.querySelector('.c-value'))}`;
    const yearly = row.querySelector('.c-yearly');
    const change = yearly && said(yearly);
    const label = change && row.closest('table').querySelector('.c-yearly').textContent;
    return { first, last, change, text: change ? `${text}. ${label}: ${change}` : text };
  });

  for (const plot of all('.plot[data-axis]')) {
    const [from, to] = plot.dataset.axis.split('/');
    // With a line for each year, months lie above each other.
    const place = date => from.includes('-')
      ? (Date.parse(date) - Date.parse(from)) / (Date.parse(to) - Date.parse(from))
      : (+from + (to - from) * (date.slice(5, 7) - 1) / 11) / 1e4;
    const points = [];
    for (const { first, last, change, text } of observations) {
      if (!change && plot.closest('.change')) continue;
      const [begin, end] = [place(first), place(last)];
      if (!(end >= 0 && begin <= 1)) continue;
      const same = points.find(point => point.end === end);
      if (!same) points.push({ begin, end, texts: [text] });
      else if (same.texts.length < 3) same.texts.push(text);
    }
    if (!points.length) continue;
    points.sort((a, b) => a.end - b.end);
    const field = plot.querySelector('.field');
    const guide = make('span', 'guide');
    const readout = make('p', 'readout');
    plot.classList.add('read');
    plot.append(guide, readout);
    plot.tabIndex = 0;
    let at = points.length;
    const hide = () => {
      guide.hidden = true;
      readout.textContent = '';
    };
    const show = (index, isAloud, x = points[index].end) => {
      at = index;
      const { begin, end, texts } = points[at];
      const { left, width } = field.getBoundingClientRect();
      const within = Math.max(begin, 0, Math.min(end, 1, x)) * width;
      guide.style.left = `${left - plot.getBoundingClientRect().left + within}px`;
      guide.hidden = false;
      readout.textContent = texts.join(' · ');
      if (isAloud) announced.textContent = readout.textContent;
    };
    const point = ({ clientX, type }) => {
      const { left, width } = field.getBoundingClientRect();
      const x = (clientX - left) / width;
      const distances = points.map(({ begin, end }) => Math.max(begin - x, x - end, 0));
      show(distances.indexOf(Math.min(...distances)), type === 'pointerdown', x);
    };
    hide();
    plot.onpointermove = plot.onpointerdown = point;
    plot.onpointerleave = ({ pointerType }) => pointerType === 'mouse' && hide();
    plot.onblur = hide;
    addEventListener('resize', hide);
    plot.onkeydown = event => {
      const last = points.length - 1;
      const next = { ArrowLeft: Math.max(at - 1, 0), ArrowRight: Math.min(at + 1, last), Home: 0, End: last }[event.key];
      if (event.key === 'Escape') hide();
      if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      show(next, true);
    };
  }
}
