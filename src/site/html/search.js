// Finds indicators on the overview.
{
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
}
