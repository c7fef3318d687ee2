// Suggests indicators with their values while a reader writes. `/` leads to the field.
{
  const form = document.querySelector('.search');
  const input = form.querySelector('input');
  const list = make('ul', 'suggestions');
  const fold = text => text.trim().toLowerCase().replace(/[ёамс]/g, letter => 'еamc'['ёамс'.indexOf(letter)]);
  const split = text => fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const stem = word => /^\p{L}{5,}$/u.test(word) ? word.slice(0, -2) : word;
  let index;
  const load = async () => (await (await fetch(form.dataset.index)).json()).indicators.map(entry => {
    const names = [entry.key, entry.name, ...entry.names];
    return { ...entry, ways: [names.map(fold), names.flatMap(split), [...names, ...entry.about].flatMap(split)] };
  });
  // It is asked for again where it could not be had.
  const get = () => index ??= load().catch(() => { index = null; return []; });
  const hide = () => list.replaceChildren();
  input.oninput = async () => {
    const written = input.value;
    const wanted = split(written).map(stem);
    const entries = wanted.length ? await get() : [];
    if (written !== input.value) return;
    const begins = words => wanted.every(part => words.some(word => word.startsWith(part)));
    const rank = ({ ways: [exact, ...ways] }) => exact.includes(fold(written)) ? -1 : ways.findIndex(begins) + 1 || 9;
    const found = entries.filter(entry => rank(entry) < 9).sort((a, b) => rank(a) - rank(b));
    list.replaceChildren(...found.slice(0, 8).map(({ key, name, value, period }) => {
      const link = make('a', '', name);
      const item = make('li', '');
      link.href = form.dataset.index.replace('search.json', `view/${key}`);
      link.append(make('span', '', `${value}, ${period}`));
      item.append(link);
      return item;
    }));
    announced.textContent = `${words.found}: ${found.length}`;
  };
  form.hidden = false;
  form.append(list);
  // Whoever writes faster than the index comes is led to what was written all the same.
  form.onsubmit = async event => {
    event.preventDefault();
    await input.oninput();
    const first = list.querySelector('a');
    if (first) first.click();
    else if (form.hasAttribute('action')) form.submit();
  };
  input.onfocus = () => input.select();
  form.addEventListener('focusout', event => form.contains(event.relatedTarget) || hide());
  addEventListener('keydown', event => {
    const { key, target } = event;
    const links = all('a', list);
    const next = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (key === 'Escape' && form.contains(target)) {
      hide();
      input.focus();
    }
    if (key === '/' && target === document.body) links.unshift(input);
    else if (!next || !form.contains(target)) return;
    event.preventDefault();
    (links[links.indexOf(target) + (next ?? 1)] ?? input).focus();
  });
}
