// Suggests indicators with their values while a reader writes. `/` leads to the field.
{
  const form = document.querySelector('.search');
  const input = form.querySelector('input');
  const list = make('ul', 'suggestions');
  const alike = { ё: 'е', а: 'a', м: 'm', с: 'c' };
  const fold = text => text.trim().toLowerCase().replace(/[ёамс]/g, letter => alike[letter]);
  const split = text => fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const stem = word => /^\p{L}{5,}$/u.test(word) ? word.slice(0, -2) : word;
  const base = form.dataset.index.replace('search.json', 'view/');
  let index;
  const load = async () => {
    const { indicators } = await (await fetch(form.dataset.index)).json();
    return indicators.map(({ key, name, names, about, value, period }) => {
      const called = [key, name, ...names];
      const words = called.flatMap(split);
      return { key, name, figure: `${value}, ${period}`, exact: called.map(fold), words, more: [...words, ...about.flatMap(split)] };
    });
  };
  const hide = () => { list.hidden = true; };
  const suggest = async () => {
    const written = input.value;
    const wanted = split(written).map(stem);
    const entries = wanted.length ? await (index ??= load()) : [];
    if (written !== input.value) return;
    const has = words => wanted.every(part => words.some(word => word.startsWith(part)));
    const rank = entry => entry.exact.includes(fold(written)) ? 0 : has(entry.words) ? 1 : has(entry.more) ? 2 : 3;
    const found = entries.map(entry => [rank(entry), entry]).filter(([rank]) => rank < 3).sort((a, b) => a[0] - b[0]);
    list.replaceChildren(...found.slice(0, 8).map(([, { key, name, figure }]) => {
      const link = make('a', '', name);
      link.href = base + key;
      link.append(make('span', '', figure));
      const item = make('li', '');
      item.append(link);
      return item;
    }));
    list.hidden = !found.length;
    announced.textContent = wanted.length ? `${words.found}: ${found.length}` : '';
  };
  form.hidden = false;
  hide();
  form.append(list);
  input.oninput = () => suggest().catch(hide);
  form.onsubmit = event => {
    const first = list.hidden ? null : list.querySelector('a');
    if (!first && form.action.endsWith('search')) return;
    event.preventDefault();
    first?.click();
  };
  form.onkeydown = event => {
    const links = all('a', list);
    const at = links.indexOf(document.activeElement) + { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      hide();
      input.focus();
    }
    if (list.hidden || Number.isNaN(at)) return;
    event.preventDefault();
    (links[at] ?? (at < 0 ? input : links.at(-1))).focus();
  };
  form.addEventListener('focusout', ({ relatedTarget }) => form.contains(relatedTarget) || hide());
  addEventListener('keydown', event => {
    const isText = event.target.matches?.('input, textarea, select, [contenteditable]');
    if (event.key !== '/' || isText || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    input.focus();
  });
}
