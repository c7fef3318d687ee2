// A second country whose figures are odd: long words, huge and tiny values, a single one, flags everywhere, rates to come,
// rows that wait, quarters and years alone, negative totals. Every dataset has a few of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const both = (ru, en) => ({ ru, en });
const range = (count, row) => Array.from({ length: count }, (_, i) => row(i));
const AS_OF = '2026-11-20';
const month = before => new Date(Date.UTC(2026, 10 - before, 0)).toISOString().slice(0, 10);
const day = (last, before) => new Date(Date.parse(last) - before * 86400000).toISOString().slice(0, 10);
const quarter = i => `${2015 + Math.floor(i / 4)}-Q${i % 4 + 1}`;
const series = (name, rest, header, rows) => ({ definition: { name, unit: 'mn', source: 'bank', ...rest }, csv: [header, ...rows].join('\n') + '\n' });
const FLAGS = ['provisional', 'unofficial', 'estimated disputed'];

const ODD = {
  announced: series(both('Ставка рефинансирования', 'Refinancing rate'), { unit: 'percent', periodType: 'effective_from', measure: 'rate' },
    'date,value,flag', ['2024-03-01,7,', '2025-03-01,6.5,', '2026-12-15,6.25,unofficial', '2027-02-01,6,provisional']),
  'only-coming': series(both('Первая ставка', 'First rate'), { unit: 'percent', periodType: 'effective_from', measure: 'rate' },
    'date,value', ['2026-12-15,4']),
  huge: series(both('Двенадцать цифр', 'Twelve digits'), { periodType: 'month_end' }, 'date,value',
    range(40, i => `${month(40 - i)},${123456789012 + i * 1234567890}`)),
  quarters: series(both('Квартальный итог', 'Quarterly total'), { periodType: 'year_to_date', frequency: 'Q', decimals: 1 }, 'date,value,flag',
    range(47, i => `${quarter(i)},${((i % 4 + 1) * (100 + i)).toFixed(1)},${i % 4 === 3 ? 'estimated' : 'provisional'}`)),
  single: series(both('Одно наблюдение', 'A single observation'), { periodType: 'monthly' }, 'date,value', ['2026-09-30,0.0004']),
  flagged: series(both('Все с пометками', 'All flagged'), { periodType: 'monthly', decimals: 1 }, 'date,value,flag',
    range(30, i => `${month(30 - i)},${(50 + i).toFixed(1)},${FLAGS[i % FLAGS.length]}`)),
  gaps: series(both('Одни пропуски', 'Gaps only'), { periodType: 'month_end' }, 'date,value,flag', range(12, i => `${month(36 - 3 * i)},${100 + i},gap`)),
  tomorrow: series(both('Курс на завтра', 'Rate of tomorrow'), { unit: 'rate', periodType: 'daily', measure: 'rate' }, 'date,value',
    range(40, i => `${day('2026-11-23', 39 - i)},${(1.7 + Math.sin(i) / 100).toFixed(4)}`)),
  crossing: series(both('Сальдо со сменой знака', 'Balance that changes sign'), { periodType: 'monthly', decimals: 1 }, 'date,value',
    range(72, i => `${month(72 - i)},${(300 * Math.sin(i / 6)).toFixed(1)}`)),
  deficit: series(both('Дефицит нарастающим итогом', 'Cumulative deficit'), { periodType: 'year_to_date', decimals: 1 }, 'date,value',
    range(58, i => `${new Date(Date.UTC(2022, i + 1, 0)).toISOString().slice(0, 10)},${(-(i % 12 + 1) * (80 + i)).toFixed(1)}`)),
  annual: series(both('Годовой итог', 'Annual total'), { periodType: 'year_to_date', frequency: 'A' }, 'date,value', range(25, i => `${2001 + i},${5000 + 31 * i}`)),
  waiting: series(both('С закрытой строкой', 'With an embargoed row'), { periodType: 'monthly' }, 'date,value,not_before',
    [...range(20, i => `${month(20 - i)},${10 + i},`), '2026-10-31,999,2026-12-20T09:00:00+04:00']),
  revised: series(both('Пересмотренный', 'Revised'), { periodType: 'monthly' }, 'date,value,published',
    range(20, i => [`${month(20 - i)},${50 + i},${day(month(20 - i), -15)}`, `${month(20 - i)},${50 + i}.004,${day(month(20 - i), -25)}`]).flat()),
  'another-unit': series(both('С новой единицей', 'With a new unit'), { periodType: 'monthly' }, 'date,value,unit',
    range(14, i => `${month(14 - i)},${50 + i},${i < 13 ? 'rate' : ''}`)),
  late: series(both('Устаревший', 'Stale'), { periodType: 'monthly', source: 'office', release: 'late' }, 'date,value',
    range(30, i => `${month(33 - i)},${(5 + i / 7).toFixed(2)}`)),
  wordy: series(both('Среднегодовая электрообеспеченность сельскохозяйственных товаропроизводителей', 'Motor vehicle Haftpflichtversicherungsverträge'),
    { unit: 'long', periodType: 'month_end', decimals: 1, release: 'late' }, 'date,value,ref',
    range(30, i => `${month(30 - i)},${(123456.7 + 900 * i).toFixed(1)},https://statistics.example/${'Grundstücksverkehr'.repeat(4)}/${i}`)),
};

/** Writes the dataset into a directory. */
export function writeOdd(directory) {
  mkdirSync(join(directory, 'indicators'), { recursive: true });
  const keys = Object.keys(ODD);
  const outline = {
    format: 1, version: '2026-11-20.1', asOf: `${AS_OF}T09:00:00+04:00`, utcOffset: '+04:00', sourceStatus: 'verified', featured: keys.slice(0, 7),
    title: both('Показатели Среднегорья и межгорных территорий', 'Indicators of Llanfairpwllgwyngyll'),
    units: {
      mn: both('млн крон', 'KR mn'), rate: both('крон за единицу', 'KR per unit'), percent: both('%', '%'),
      long: both('киловатт-часов на домохозяйство', 'kilowatt-hours per household'),
    },
    sources: { bank: { name: both('Банк «Юг» & Ко', 'Bank “South” & Co'), staleAfterHours: 1000000 }, office: { name: both('Ведомство', 'Office'), staleAfterHours: 1 } },
    license: { name: both('Открытая лицензия', 'Open licence'), url: 'https://statistics.example/licence' },
    contact: { name: both('Отдел распространения', 'Dissemination'), url: 'mailto:data@statistics.example' },
    categories: [
      { id: 'values', name: both('Межбюджетные взаимоотношения', 'Values'), indicators: keys.slice(0, 6) },
      { id: 'shapes', name: both('Виды', 'Shapes'), indicators: keys.slice(6) },
      { id: 'none', name: both('Пустой раздел', 'An empty section'), indicators: [] },
    ],
  };
  writeFileSync(join(directory, 'dataset.json'), JSON.stringify(outline));
  writeFileSync(join(directory, 'checks.csv'), `source,checked_at,error\nbank,${outline.asOf},\noffice,2026-11-01T09:00:00+04:00,connection refused\n`);
  writeFileSync(join(directory, 'calendar.csv'), 'release,date\nlate,2026-11-10\nlate,2026-12-10\n');
  for (const [key, { definition, csv }] of Object.entries(ODD)) {
    writeFileSync(join(directory, 'indicators', `${key}.json`), JSON.stringify(definition));
    writeFileSync(join(directory, 'indicators', `${key}.csv`), csv);
  }
}
