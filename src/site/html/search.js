// Suggests indicators with their values while a reader writes. `/` leads to the field.
{
  const form = one('.search');
  const input = one('input', form);
  const list = make('ul', 'suggestions');
  const fold = text => text.trim().toLowerCase().replace(/[ёамс]/g, letter => 'еamc'['ёамс'.indexOf(letter)]);
  const split = texts => fold(texts.join(' ')).match(/[\p{L}\p{N}]+/gu) ?? [];
  let index;
  const load = async () => (await (await fetch(form.dataset.index)).json()).indicators;
  input.oninput = async () => {
    const written = input.value;
    const stems = split([written]).map(word => word.replace(/^(\p{L}{3,})\p{L}\p{L}$/u, '$1'));
    const entries = stems[0] ? await (index ??= load().catch(() => [])) : [];
    if (written !== input.value) return;
    const begins = words => stems.every(stem => words.some(word => word.startsWith(stem)));
    // Those that are called so, those of which each word begins a word of their names, those that their unit and category find.
    const ranks = [[], [], []];
    for (const entry of entries) {
      const names = [entry.key, entry.name, ...entry.names];
      const isNamed = names.some(name => fold(name) === fold(written));
      ranks[isNamed ? 0 : begins(split(names)) ? 1 : begins(split([...names, ...entry.about])) ? 2 : 3]?.push(entry);
    }
    const found = ranks.flat();
    list.replaceChildren(...found.slice(0, 8).map(({ key, name, value, period }) => {
      const item = make('li');
      const link = item.appendChild(make('a', '', name));
      link.href = form.dataset.index.replace('search.json', `view/${key}`);
      link.append(make('span', '', `${value},\u00a0${period}`));
      return item;
    }));
    aloud.textContent = `${words.found}: ${found.length}`;
  };
  form.hidden = false;
  form.append(list);
  // Whoever writes faster than the index comes is led to what was written all the same.
  form.onsubmit = async event => {
    event.preventDefault();
    await input.oninput();
    const first = one('a', list);
    if (first) first.click();
    else form.submit();
  };
  input.onfocus = () => input.select();
  form.addEventListener('focusout', event => form.contains(event.relatedTarget) || list.replaceChildren());
  addEventListener('keydown', event => {
    const { key, target } = event;
    const places = [input, ...all('a', list)];
    const step = form.contains(target) ? { ArrowDown: 1, ArrowUp: -1, Escape: Infinity }[key] : key === '/' && target === document.body;
    if (!step) return;
    event.preventDefault();
    if (key === 'Escape') list.replaceChildren();
    (places[places.indexOf(target) + step] ?? input).focus();
  });
}
