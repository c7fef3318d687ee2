// Reads out the observations of charts, finds indicators, copies texts. No page needs it: what it says stands in the page's
// own tables.
'use strict';
(() => {
  const words = document.currentScript.dataset;
  const all = (selector, of = document) => [...of.querySelectorAll(selector)];
  const make = (tag, className, textContent = '') =>
    Object.assign(document.createElement(tag), { className, textContent });
  const announced = make('p', 'aside');
  announced.role = 'status';
  document.querySelector('main').append(announced);

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

  const plain = text => text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ');
  const rows = all('.overview tbody tr').map(row => ({ row, text: plain(row.cells[0].textContent) }));
  if (rows.length) {
    const sections = new Set(rows.map(({ row }) => row.closest('section')));
    const label = make('label', 'filter', `${words.filter} `);
    const input = make('input', '');
    const found = make('output', 'found');
    input.type = 'search';
    label.append(input);
    rows[0].row.closest('section').before(label, found);
    const narrow = input.oninput = () => {
      const wanted = plain(input.value).split(' ').filter(Boolean);
      for (const { row, text } of rows) row.hidden = !wanted.every(word => text.includes(word));
      for (const section of sections) {
        section.hidden = !section.querySelector('tbody tr:not([hidden])');
        for (const details of all('details', section)) {
          details.was ??= details.open;
          details.open = wanted.length > 0 || details.was;
          if (!wanted.length) delete details.was;
        }
      }
      const count = rows.filter(({ row }) => !row.hidden).length;
      found.textContent = wanted.length ? `${words.found}: ${count}` : '';
    };
    // Browsers keep what was written.
    if (input.value) narrow();
  }

  for (const element of all('.citation, .embed, pre > code')) {
    const named = element.closest('dl div, section, footer, main').querySelector('dt, h2, h1');
    const button = make('button', 'copy', words.copy);
    button.type = 'button';
    button.ariaLabel = `${words.copy}: ${named.textContent}`;
    button.onclick = async () => {
      try {
        await navigator.clipboard.writeText(element.textContent);
      } catch {
        // Without https a selection is.
        getSelection().selectAllChildren(element);
        document.execCommand('copy');
      }
      announced.textContent = button.textContent = words.copied;
    };
    button.onblur = () => { button.textContent = words.copy; };
    (element.closest('pre') ?? element).after(button);
  }
})();
