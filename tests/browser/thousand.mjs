// A thousand indicators in forty categories, all published on one day.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const INDICATORS = 1000;
const CATEGORIES = 40;
const both = (ru, en) => ({ ru, en });
const monthEnd = before => new Date(Date.UTC(2026, 10 - before, 0)).toISOString().slice(0, 10);

/** Writes the dataset into a directory. */
export function writeThousand(directory) {
  mkdirSync(join(directory, 'indicators'), { recursive: true });
  const keys = Array.from({ length: INDICATORS }, (_, i) => `series-${String(i).padStart(4, '0')}`);
  const size = INDICATORS / CATEGORIES;
  const outline = {
    format: 1, version: '2026-11-20.1', asOf: '2026-11-20T09:00:00+04:00', utcOffset: '+04:00', sourceStatus: 'verified',
    units: { mn: both('млн манатов', 'AZN mn') },
    sources: { bank: { name: both('Центральный банк', 'Central Bank'), staleAfterHours: 1000000 } },
    categories: Array.from({ length: CATEGORIES }, (_, i) => ({
      id: `part-${i}`, name: both(`Раздел статистики номер ${i}`, `Section of statistics ${i}`), indicators: keys.slice(i * size, (i + 1) * size),
    })),
  };
  writeFileSync(join(directory, 'dataset.json'), JSON.stringify(outline));
  writeFileSync(join(directory, 'checks.csv'), `source,checked_at,error\nbank,${outline.asOf},\n`);
  for (const [i, key] of keys.entries()) {
    const name = both(`Показатель денежного рынка ${i + 1}`, `Indicator of the money market ${i + 1}`);
    const rows = Array.from({ length: 30 }, (_, at) => `${monthEnd(29 - at)},${(1000 + i + 300 * Math.sin((at + i) / 5)).toFixed(1)},2026-11-18`);
    writeFileSync(join(directory, 'indicators', `${key}.json`),
      JSON.stringify({ name, unit: 'mn', periodType: 'monthly', decimals: 1, source: 'bank' }));
    writeFileSync(join(directory, 'indicators', `${key}.csv`), ['date,value,published', ...rows].join('\n') + '\n');
  }
}
