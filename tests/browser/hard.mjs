// Series that are hard to draw and to write: tiny values, pegs, both signs, many years, breaks, rates to come, many marks.
import { LAST_DAY, both, day, month, months, range, series, writeSeries } from './series.mjs';

const daily = { unit: 'rate', periodType: 'daily', measure: 'rate' };

export const HARD = {
  tiny: series(both('Курс донга', 'Rate of the dong'), daily, 'date,value',
    range(20, i => `${day(LAST_DAY, 19 - i)},0.00001${29 + i % 13}`)),
  lira: series(both('Курс лиры', 'Rate of the lira'), { ...daily, decimals: 4 }, 'date,value',
    range(401, i => `${day(LAST_DAY, 400 - i)},${(0.0391 - i * 0.00001).toFixed(5)}`)),
  peg: series(both('Курс доллара', 'Rate of the dollar'), { ...daily, decimals: 4 }, 'date,value',
    range(500, i => `${day(LAST_DAY, 499 - i)},1.7`)),
  balance: series(both('Сальдо', 'Balance'), { periodType: 'monthly', decimals: 1 }, 'date,value',
    months(72, i => (-800 + 600 * Math.sin(i / 9)).toFixed(1))),
  // From January 2001 on, so that each run is a whole year.
  total: series(both('Объём нарастающим итогом', 'Cumulative total'), { periodType: 'year_to_date', decimals: 1 }, 'date,value',
    range(300, i => `${new Date(Date.UTC(2001, i + 1, 0)).toISOString().slice(0, 10)},${((i % 12 + 1) * (100 + 7 * Math.floor(i / 12)) + 0.5).toFixed(1)}`)),
  former: series(both('С прежней единицей', 'With a former unit'), { periodType: 'month_end' }, 'date,value,unit',
    months(60, i => (i < 20 ? 5000 + 40 * i : 100 + i)).map((row, i) => `${row},${i < 20 ? 'rate' : ''}`)),
  growth: series(both('Индекс и рост', 'Index and growth'), { unit: 'percent', periodType: 'monthly', measure: 'growth' }, 'date,value,measure',
    months(48, i => (i < 24 ? 100 + i / 3 : 2 + (i % 7) / 3).toFixed(1)).map((row, i) => `${row},${i < 24 ? 'index' : ''}`)),
  coming: series(both('Ставка', 'Rate'), { unit: 'percent', periodType: 'effective_from', measure: 'rate' }, 'date,value',
    ['2025-01-01,10', '2026-01-01,9', '2026-12-15,8']),
  december: series(both('Значение декабря', 'Value of December'), { periodType: 'monthly', decimals: 1 }, 'date,value',
    range(26, i => `${2000 + i}-12-31,${(100 + 20 * Math.sin(i / 3) + i).toFixed(1)}`)),
  marked: series(both('С пометками', 'With marks'), { periodType: 'monthly', decimals: 1 }, 'date,value,published,flag,ref',
    months(30, i => (140 + i * 1.7).toFixed(1)).map((row, i) => `${row},${row.slice(0, 7)}-28,rounded computed inferred disputed unofficial,publication ${i}`)
      .map(row => row.replace(/,(\d{4})-(\d\d)-28,/, (_, year, at) => `,${at === '12' ? Number(year) + 1 : year}-${String(Number(at) % 12 + 1).padStart(2, '0')}-15,`))),
  revised: series(both('С пересмотрами', 'With revisions'), { periodType: 'monthly', decimals: 1 }, 'date,value,published',
    range(36, i => range(4, turn => `${month(40 - i)},${(50 + i + turn / 10).toFixed(1)},${day(month(40 - i), -20 - 10 * turn)}`)).flat()),
  wide: series(both('Двадцать восемь цифр', 'Twenty-eight digits'), { periodType: 'monthly' }, 'date,value',
    ['2026-09-30,1234567890123456789012345678', '2026-10-31,-1234567890123456789012.345678']),
  old: series(both('Прерванный ряд', 'A series that ended'), { periodType: 'month_end', decimals: 1 }, 'date,value',
    range(18, i => `${new Date(Date.UTC(2016, i + 1, 0)).toISOString().slice(0, 10)},${(300 + i * 3.3).toFixed(1)}`)),
  three: series(both('Три значения', 'Three values'), daily, 'date,value', ['2026-09-04,0.3724', '2026-09-07,0.3734', '2026-09-08,0.3745']),
  quarters: series(both('По кварталам', 'By quarters'), { periodType: 'month_end', frequency: 'Q', decimals: 1 }, 'date,value',
    range(24, i => `${2020 + Math.floor(i / 4)}-Q${i % 4 + 1},${(500 + 30 * Math.sin(i) + i).toFixed(1)}`)),
};

/** Writes the dataset into a directory. */
export const writeHard = directory => writeSeries(directory, HARD, 5, 5);
