// Series of every shape that a chart may meet: all signs and sizes, all frequencies, every place of a gap, a flag and a break.
import { LAST_DAY, both, day, month, months, range, series, writeSeries } from './series.mjs';

const monthly = { periodType: 'monthly', decimals: 1 };
const stock = { periodType: 'month_end', decimals: 1 };
const daily = { unit: 'rate', periodType: 'daily', measure: 'rate' };
const total = { periodType: 'year_to_date', decimals: 1 };
const rates = { unit: 'percent', periodType: 'effective_from', measure: 'rate' };
/** Rows of the latest quarters, up to the third of 2026. */
const quarters = (count, value) => range(count, i => {
  const at = 2026 * 4 + 2 - (count - 1 - i);
  return `${Math.floor(at / 4)}-Q${at % 4 + 1},${value(i, at % 4 + 1)}`;
});
const years = (count, value) => range(count, i => `${2025 - (count - 1 - i)},${value(i)}`);
const one = value => value.toFixed(1);
const flagged = (rows, flag) => rows.map((row, i) => `${row},${flag(i)}`);

export const SHAPES = {
  crossing: series(both('Через ноль', 'Across zero'), monthly, 'date,value', months(40, i => one(30 * Math.sin(i / 5)))),
  constant: series(both('Постоянное значение', 'Constant'), monthly, 'date,value', months(30, () => 12.5)),
  zeros: series(both('Одни нули', 'Zeros only'), monthly, 'date,value', months(30, () => 0)),
  'one-point': series(both('Одно значение', 'One point'), monthly, 'date,value', months(1, () => 5)),
  'far-apart': series(both('Два значения', 'Two points far apart'), monthly, 'date,value', ['2001-01-31,5', '2026-10-31,7']),
  micro: series(both('Миллионные', 'Millionths'), daily, 'date,value', range(60, i => `${day(LAST_DAY, 59 - i)},0.00000${100 + i % 17}`)),
  huge: series(both('Триллионы', 'Trillions'), { periodType: 'month_end' }, 'date,value', months(48, i => 1e12 + i * 7e9)),
  decade: series(both('Десять лет по дням', 'Ten years of days'), daily, 'date,value',
    range(3650, i => `${day(LAST_DAY, 3649 - i)},${(1.5 + Math.sin(i / 200) / 3 + (i * 7919 % 13) / 300).toFixed(4)}`)),
  weekly: series(both('Нерегулярные недели', 'Irregular weeks'), daily, 'date,value',
    range(150, i => `${day(LAST_DAY, (149 - i) * 7 + i * 13 % 5)},${(2 + Math.sin(i / 20)).toFixed(3)}`)),
  'quarters-few': series(both('Четыре квартала', 'Four quarters'), { ...stock, frequency: 'Q' }, 'date,value', quarters(4, i => one(100 + i * i))),
  'years-many': series(both('Сорок лет', 'Forty years'), { ...stock, frequency: 'A' }, 'date,value', years(40, i => one(50 * 1.05 ** i))),
  spikes: series(both('Всплески', 'Spikes'), monthly, 'date,value', months(60, i => (i % 20 === 7 ? 1000 : 1 + i % 3))),
  'gap-middle': series(both('Пропуск в середине', 'Gap in the middle'), monthly, 'date,value,flag',
    flagged(months(40, i => 50 + i), i => (i === 19 ? 'gap' : ''))),
  'gap-ends': series(both('Пропуски по краям', 'Gaps at both ends'), monthly, 'date,value,flag',
    flagged(months(20, i => 50 + i), i => (i === 0 || i === 18 || i === 19 ? 'gap' : ''))),
  breaks: series(both('Три разрыва', 'Three breaks'), monthly, 'date,value,unit,measure',
    months(60, i => one([100 + i, 3 + i % 4, 1000 + 9 * i, 120 + i / 2][Math.floor(i / 15)]))
      .map((row, i) => `${row},${['index,index', 'percent,growth', 'rate,', ','][Math.floor(i / 15)]}`)),
  provisional: series(both('Всё предварительно', 'All provisional'), monthly, 'date,value,flag',
    flagged(months(36, i => one(20 + 3 * Math.sin(i))), () => 'provisional')),
  'provisional-tail': series(both('Предварительный конец', 'Provisional tail'), monthly, 'date,value,flag',
    flagged(months(48, i => 20 + i), i => (i > 41 ? 'provisional' : ''))),
  'provisional-many': series(both('Много предварительных', 'Many provisional'), monthly, 'date,value,flag',
    flagged(months(140, i => one(20 + 5 * Math.sin(i / 9))), i => (i > 40 ? 'estimated' : ''))),
  'coming-twice': series(both('Две будущие ставки', 'Two rates to come'), rates, 'date,value',
    ['2024-02-01,10', '2025-03-05,9.25', '2026-06-18,8.5', '2026-12-01,8.25', '2027-02-01,8']),
  decisions: series(both('Много решений', 'Many decisions'), rates, 'date,value',
    range(60, i => `${day('2026-10-29', (59 - i) * 120)},${(5 + 4 * Math.sin(i / 6)).toFixed(2)}`)),
  sawtooth: series(both('Пила с начала года', 'Saw-tooth since January'), total, 'date,value', months(34, i => one((i % 12 + 1) * (90 + Math.floor(i / 12))))),
  'total-quarters': series(both('Итог по кварталам', 'Total by quarters'), { ...total, frequency: 'Q' }, 'date,value',
    quarters(23, (i, at) => one(at * 250 + i * 9))),
  'total-years': series(both('Итог по годам', 'Total by years'), { ...total, frequency: 'A' }, 'date,value', years(14, i => one(900 + 60 * i))),
  'current-account': series(both('Счёт текущих операций', 'Current account'), { ...stock, frequency: 'Q' }, 'date,value',
    quarters(28, i => one(-900 + 70 * i + 150 * Math.sin(i)))),
  'budget-balance': series(both('Сальдо бюджета', 'Budget balance'), total, 'date,value',
    months(46, i => one((i % 12 + 1) * -40 + 160 * Math.sin(i / 4)))),
  'always-negative': series(both('Всегда отрицательное', 'Always negative'), monthly, 'date,value', months(36, i => one(-75 - 9 * Math.cos(i / 3)))),
  floor: series(both('Нижняя граница коридора', 'Floor of the corridor'), { ...rates, chartWith: ['key-rate', 'ceiling'] }, 'date,value,flag',
    ['2023-01-10,6,', '2024-01-15,5.5,gap', '2025-02-06,5.25,', '2026-04-02,5.5,']),
  'key-rate': series(both('Ключевая ставка', 'Key rate'), { ...rates, chartWith: ['floor', 'ceiling'] }, 'date,value,flag',
    ['2023-01-10,8,', '2024-01-15,7.5,gap', '2025-02-06,7.25,', '2026-04-02,6.75,']),
  ceiling: series(both('Верхняя граница коридора', 'Ceiling of the corridor'), { ...rates, chartWith: ['floor', 'key-rate'] }, 'date,value,flag',
    ['2023-01-10,9,', '2024-01-15,8.5,gap', '2025-02-06,8.25,', '2026-04-02,7.75,']),
  reworked: series(both('Пересмотрено всё', 'All revised'), monthly, 'date,value,published',
    range(24, i => [['70', -20], ['71.5', -45]].map(([base, after]) => `${month(26 - i)},${(Number(base) + i).toFixed(1)},${day(month(26 - i), after)}`)).flat()),
  'year-ends': series(both('Рубеж годов', 'Turn of the year'), daily, 'date,value', range(20, i => `${day('2026-01-10', 19 - i)},${(1.7 + i / 100).toFixed(2)}`)),
  'leap-day': series(both('Високосный день', 'Leap day'), daily, 'date,value', range(30, i => `${day('2024-03-12', 29 - i)},${(1.7 - i / 1000).toFixed(3)}`)),
  'december-start': series(both('Начало в декабре', 'Begins in December'), monthly, 'date,value', months(23, i => one(100 + i))),
  'quarters-seven': series(both('Семь кварталов', 'Seven quarters'), { ...stock, frequency: 'Q' }, 'date,value', quarters(7, i => one(100 - i))),
  fine: series(both('Десятые при миллионе', 'Tenths at a million'), monthly, 'date,value', months(24, i => one(1000000 + (i * 7 % 10) / 10))),
  'stale-days': series(both('Дни, кончились два года назад', 'Days that ended two years ago'), daily, 'date,value',
    range(500, i => `${day('2024-11-15', 499 - i)},${(1 + i / 1000).toFixed(3)}`)),
  'stale-months': series(both('Месяцы, кончились два года назад', 'Months that ended two years ago'), monthly, 'date,value',
    months(60, i => 40 + i % 9).slice(0, 36)),
  inflation: series(both('Инфляция', 'Inflation'), { unit: 'percent', periodType: 'monthly', measure: 'growth', decimals: 1 }, 'date,value',
    months(80, i => one(2 + 5 * Math.sin(i / 11)))),
  average: series(both('Среднее с начала года', 'Average since January'), { unit: 'percent', periodType: 'year_to_date_average', measure: 'growth', decimals: 1 },
    'date,value', months(50, i => one(3 + 2 * Math.cos(i / 7)))),
  irregular: series(both('На произвольные даты', 'On irregular dates'), { periodType: 'point_in_time', decimals: 1 }, 'date,value',
    range(14, i => `${day(LAST_DAY, (13 - i) * 91 + i * 17 % 40)},${one(300 + 11 * i)}`)),
  'near-hundred': series(both('Индекс около ста', 'Index near a hundred'), { unit: 'index', periodType: 'monthly', measure: 'index', decimals: 1 }, 'date,value',
    months(36, i => one(100 + Math.sin(i / 4) / 2))),
  orders: series(both('Шесть порядков', 'Six orders of magnitude'), { periodType: 'monthly' }, 'date,value', months(25, i => (10 ** (i % 7 - 3)).toFixed(3))),
  'slow-creep': series(both('Почти без изменений', 'Hardly changes'), { periodType: 'monthly', decimals: 0 }, 'date,value', months(40, i => 10000000 + i * 20)),
  'once-zero': series(both('Один раз ноль', 'Zero once'), monthly, 'date,value', months(40, i => (i === 10 ? 0 : 5 + i % 7))),
  'twin-a': series(both('Близнец первый', 'First twin'), { ...monthly, chartWith: ['twin-b', 'twin-c', 'twin-d', 'twin-e'] }, 'date,value', months(36, i => one(100 + i))),
  ...Object.fromEntries(['b', 'c', 'd', 'e'].map((at, n) => [`twin-${at}`,
    series(both(`Близнец ${n + 2}-й с довольно длинным названием`, `Twin number ${n + 2} with a rather long name`), monthly, 'date,value', months(36, i => one(100 + i + (n + 1) / 5)))])),
};

/** Writes the dataset into a directory. */
export const writeShapes = directory => writeSeries(directory, SHAPES, 8, 12, 24, 36);
