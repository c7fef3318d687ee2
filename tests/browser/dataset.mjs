// A dataset of everything that could break a page: markup and right-to-left text in every name, names of ten thousand
// characters, histories of one, none with a date, and five thousand observations, gaps, breaks and steps.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NASTY = '</title></bdi><script>alert(1)</script><img src=x onerror="y">"\'&amp; \u0627\u0644\u0639\u0631\u0628\u064a\u0629 {{ x }} {% y %}';
const both = (ru, en = ru) => ({ ru, en });
const day = (first, more) => new Date(Date.parse(first) + more * 86400000).toISOString().slice(0, 10);
const monthEnd = (year, month) => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
const wave = i => (100 + 40 * Math.sin(i / 40) + (i * 7919 % 13)).toFixed(2);
const rows = (header, list) => [header, ...list].join('\n') + '\n';
const months = (count, row) => Array.from({ length: count }, (_, i) => row(monthEnd(2018 + Math.floor(i / 12), i % 12 + 1), i));

const INDICATORS = {
  'hostile': [{ name: both(NASTY), unit: 'nasty', periodType: 'monthly', notes: both(`${NASTY}\n\n${NASTY}`), source: 'nasty' },
    rows('date,value', ['2026-09-30,1', '2026-10-31,-2.5'])],
  'long': [{ name: both('длинное имя '.repeat(900), 'a long name '.repeat(900)), unit: 'azn', periodType: 'monthly' },
    rows('date,value', ['2026-10-31,1'])],
  'unbroken': [{ name: both('Ы'.repeat(10000), 'W'.repeat(10000)), unit: 'long', periodType: 'monthly', notes: both('x'.repeat(10000)) },
    rows('date,value', ['2026-09-30,9999999999999999999999999999', '2026-10-31,-9999999999999999999999999999'])],
  'one': [{ name: both('Одно наблюдение', 'One observation'), unit: 'percent', periodType: 'daily' }, rows('date,value', ['2026-11-20,6.5'])],
  'undated': [{ name: both('Без даты', 'Undated'), unit: 'azn', periodType: 'unknown' }, rows('date,value', [',5'])],
  'seeded': [{ name: both('Резерв', 'Fallback'), unit: 'azn', periodType: 'monthly', sourceStatus: 'seed' }, rows('date,value', ['2026-10-31,5'])],
  'daily': [{ name: both('Пять тысяч дней', 'Five thousand days'), unit: 'azn', periodType: 'daily', measure: 'rate', source: 'bank' },
    rows('date,value,published', Array.from({ length: 5000 }, (_, i) => `${day('2013-03-15', i)},${wave(i)},${day('2013-03-15', i)}`))],
  'gap': [{ name: both('С пропуском', 'With a gap'), unit: 'azn', periodType: 'month_end', source: 'bank' },
    rows('date,value', months(100, (date, i) => `${date},${wave(i)}`).filter((_, i) => i < 40 || i > 50))],
  'break': [{ name: both('Со сменой единицы', 'With another unit'), unit: 'azn', periodType: 'month_end', source: 'bank' },
    rows('date,value,unit', months(60, (date, i) => i < 24 ? `${date},${wave(i)},percent` : `${date},${i / 4},`))],
  'total': [{ name: both('Нарастающим итогом', 'Cumulative'), unit: 'azn', periodType: 'year_to_date' },
    rows('date,value', months(80, (date, i) => `${date},${(i % 12 + 1) * 100}`))],
  'steps': [{ name: both('Учётная ставка', 'Policy rate'), unit: 'percent', periodType: 'effective_from', measure: 'rate' },
    rows('date,value', ['2020-01-15,7.5', '2021-09-20,6.25', '2023-03-01,9', '2025-12-18,7'])],
};

/** Writes the dataset into a directory. */
export function writeDataset(directory) {
  mkdirSync(join(directory, 'indicators'), { recursive: true });
  const outline = {
    format: 1, version: '2026-11-20.1', asOf: '2026-11-20T09:00:00+04:00', utcOffset: '+04:00', sourceStatus: 'verified',
    units: { azn: both('манатов', 'AZN'), percent: both('%'), nasty: both(NASTY), long: both('единица'.repeat(300)) },
    sources: { bank: { name: both('Банк', 'Bank'), url: 'https://example.org/?a=1&b=2' }, nasty: { name: both(NASTY) } },
    categories: [
      { id: 'nasty', name: both(NASTY), indicators: ['hostile', 'long', 'unbroken'] },
      { id: 'lengths', name: both('Длина рядов', 'Lengths'), indicators: ['one', 'undated', 'seeded', 'daily'] },
      { id: 'shapes', name: both('Вид рядов', 'Shapes'), indicators: ['gap', 'break', 'total', 'steps'] },
    ],
  };
  writeFileSync(join(directory, 'dataset.json'), JSON.stringify(outline));
  for (const [key, [definition, history]] of Object.entries(INDICATORS)) {
    writeFileSync(join(directory, 'indicators', `${key}.json`), JSON.stringify(definition));
    writeFileSync(join(directory, 'indicators', `${key}.csv`), history);
  }
}
