// A dataset of a table of made series: what each is, and its rows.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const both = (ru, en) => ({ ru, en });
export const range = (count, row) => Array.from({ length: count }, (_, i) => row(i));
export const LAST_DAY = '2026-11-20';
/** The day that lies `before` days before another. */
export const day = (last, before) => new Date(Date.parse(last) - before * 86400000).toISOString().slice(0, 10);
/** The end of the month that lies `before` months before October 2026. */
export const month = before => new Date(Date.UTC(2026, 10 - before, 0)).toISOString().slice(0, 10);
/** Rows of the latest `count` months. */
export const months = (count, value) => range(count, i => `${month(count - 1 - i)},${value(i)}`);
export const series = (name, rest, header, rows) => ({ definition: { name, unit: 'mn', source: 'bank', ...rest }, csv: [header, ...rows].join('\n') + '\n' });

/** Writes the dataset into a directory, its series in categories of these sizes and a last one of the rest. */
export function writeSeries(directory, table, featured, ...sizes) {
  mkdirSync(join(directory, 'indicators'), { recursive: true });
  const keys = Object.keys(table);
  const ends = [...sizes, keys.length];
  const outline = {
    format: 1, version: '2026-11-20.1', asOf: '2026-11-20T09:00:00+04:00', utcOffset: '+04:00', sourceStatus: 'verified',
    featured: keys.slice(0, featured),
    units: { mn: both('млн манатов', 'AZN mn'), rate: both('манатов за единицу', 'AZN per unit'), percent: both('%', '%'), index: both('2015 = 100', '2015 = 100') },
    sources: { bank: { name: both('Центральный банк', 'Central Bank'), url: 'https://bank.example/', staleAfterHours: 1000000 } },
    categories: ends.map((end, i) => ({
      id: `part-${i + 1}`, name: both(`Часть ${i + 1}`, `Part ${i + 1}`), indicators: keys.slice(ends[i - 1] ?? 0, end),
    })),
  };
  writeFileSync(join(directory, 'dataset.json'), JSON.stringify(outline));
  writeFileSync(join(directory, 'checks.csv'), `source,checked_at,error\nbank,${outline.asOf},\n`);
  for (const [key, { definition, csv }] of Object.entries(table)) {
    writeFileSync(join(directory, 'indicators', `${key}.json`), JSON.stringify(definition));
    writeFileSync(join(directory, 'indicators', `${key}.csv`), csv);
  }
}
