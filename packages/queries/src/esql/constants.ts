import { isAddress } from '../shared/values';
import { partsOfExpression, writtenLiteral, type Call, type Expression } from './model';
import { wrongType, type Place } from './place';

// What Elasticsearch 8.19.21 and 9.5.3 say of constants: most at once, some only where the other arguments are constants, too, or at the first row.

/** Arguments that are the same for all rows, by their places: no column, whatever it holds. */
const neverColumns: Readonly<Record<string, readonly number[]>> = {
  percentile: [1],
  count_distinct: [1],
  sample: [1],
  top: [1, 2],
  mv_pseries_weighted_sum: [1],
};

/** The same, but columns with a constant that the query itself sets are read. */
const noFields: Readonly<Record<string, readonly number[]>> = {
  bucket: [1, 2, 3],
  mv_sort: [1],
  match: [1],
  match_phrase: [1],
  qstr: [0],
  kql: [0],
};

/** Reports columns where a function takes constants only, and constants that it does not take. */
export function judgeConstants(call: Call, name: string, place: Place): void {
  const { args } = call;
  for (const index of neverColumns[name] ?? []) {
    const found = args[index] && columnIn(args[index], () => true);
    if (found !== undefined) mustBeConstant(call, found, place);
  }
  for (const index of noFields[name] ?? []) {
    const isField = (column: string): boolean => place.columns.byName.get(column)?.isField === true;
    const found = args[index] && columnIn(args[index], isField);
    if (found !== undefined) mustBeConstant(call, found, place);
  }
  if (name === 'round_to') {
    const found = args.slice(1).flatMap((arg) => columnIn(arg, () => true) ?? [])[0];
    if (found !== undefined)
      wrongType(place, 'The points of `ROUND_TO` are constants, not values of a row.', found.span);
  }
  const check = checks[name];
  if (check !== undefined) for (const [index, arg] of args.entries()) judgeConstant(call, arg, index, place, check);
}

function mustBeConstant({ name }: Call, found: Expression, place: Place): void {
  wrongType(place, `\`${name.toUpperCase()}\` takes a constant here, and a column differs by the row.`, found.span);
}

function columnIn(expression: Expression, isMeant: (name: string) => boolean): Expression | undefined {
  if (expression.kind === 'column') return !expression.isOpen && isMeant(expression.name) ? expression : undefined;
  for (const part of partsOfExpression(expression)) {
    const found = columnIn(part, isMeant);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Constant {
  readonly index: number;
  /** Of a text. */
  readonly text?: string;
  /** Of a number, or of `NULL`. */
  readonly number?: number | null;
  /** How many arguments there are. */
  readonly count: number;
}

/** What is wrong with a constant: a message, and whether servers say so at once. */
type Verdict = readonly [message: string, when: 'at once' | 'at the first row'];

function judgeConstant(
  { args }: Call,
  arg: Expression,
  index: number,
  place: Place,
  check: (constant: Constant) => Verdict | undefined,
): void {
  if (arg.kind !== 'literal') return;
  const written = writtenLiteral(arg, place.text);
  const found = check({
    ...{ index, count: args.length },
    ...(arg.text !== undefined && { text: arg.text }),
    ...(arg.text === undefined && /\d/.test(written) && { number: Number(written.replaceAll(/\s/g, '')) }),
    ...(arg.type === 'null' && { number: null }),
  });
  if (found === undefined) return;
  const [message, when] = found;
  if (when === 'at once') wrongType(place, message, arg.span);
  else place.report({ kind: 'ineffective', message, span: arg.span, isRefused: false });
}

const isOrder = ({ text }: Constant, what: string): Verdict | undefined =>
  text === undefined || /^(?:asc|desc)$/i.test(text)
    ? undefined
    : [`${what} is \`"asc"\` or \`"desc"\`, not ${JSON.stringify(text)}.`, 'at once'];

const isAbove = (least: number, { number }: Constant, what: string, when: Verdict[1]): Verdict | undefined =>
  typeof number !== 'number' || number > least ? undefined : [`${what} is above ${least}.`, when];

const dateParts = new Set([
  ...['nano_of_second', 'nano_of_day', 'micro_of_second', 'micro_of_day', 'milli_of_second', 'milli_of_day'],
  ...['second_of_minute', 'second_of_day', 'minute_of_hour', 'minute_of_day', 'hour_of_ampm', 'clock_hour_of_ampm'],
  ...['hour_of_day', 'clock_hour_of_day', 'ampm_of_day', 'day_of_week', 'aligned_day_of_week_in_month'],
  ...['aligned_day_of_week_in_year', 'day_of_month', 'day_of_year', 'epoch_day', 'aligned_week_of_month'],
  ...['aligned_week_of_year', 'month_of_year', 'proleptic_month', 'year_of_era', 'year', 'era', 'instant_seconds'],
  'offset_seconds',
]);
const meantParts: Readonly<Record<string, string>> = {
  month: 'month_of_year',
  day: 'day_of_month',
  hour: 'hour_of_day',
  minute: 'minute_of_hour',
  second: 'second_of_minute',
  week: 'aligned_week_of_year',
  weekday: 'day_of_week',
};

const differenceUnits = new Set(
  (
    'year years yyyy yy quarter quarters qq q month months mm m dayofyear dy y day days dd d week weeks wk ww ' +
    'weekday weekdays dw hour hours hh minute minutes mi n second seconds ss s millisecond milliseconds ms ' +
    'microsecond microseconds mcs nanosecond nanoseconds ns'
  ).split(' '),
);

const digests = /^(?:md[25]|sha-?(?:1|224|256|384|512)?|sha-?512\/(?:224|256)|sha3-(?:224|256|384|512))$/i;

/** Letters that no part of a date is written with; a text in single quotes stands for itself. */
function hasUnknownLetter(pattern: string): boolean {
  const bare = pattern.replaceAll(/'[^']*'/g, '');
  // A word may be the name of a format.
  if (/^[a-z_]{4,}\d*$/i.test(bare) || bare.includes('||')) return false;
  return /[bfijloprtCIJPRTU]/.test(bare);
}

const isPattern = ({ index, count, text }: Constant): Verdict | undefined =>
  index === 0 && count > 1 && text !== undefined && hasUnknownLetter(text)
    ? [
        `${JSON.stringify(text)} is not a form of a date, such as \`yyyy-MM-dd\`: a letter in it has no meaning.`,
        'at the first row',
      ]
    : undefined;

const isBlock = ({ index, text }: Constant): Verdict | undefined =>
  index === 0 || text === undefined || isAddress(text, false)
    ? undefined
    : [
        `${JSON.stringify(text)} is neither an address nor a block of them, such as \`10.0.0.0/8\`, so no row fits.`,
        'at the first row',
      ];

/** What is checked of the constants of a function. */
const checks: Readonly<Record<string, (constant: Constant) => Verdict | undefined>> = {
  top: (constant) =>
    constant.index === 1
      ? isAbove(0, constant, 'The number of values', 'at once')
      : constant.index === 2
        ? isOrder(constant, 'The order')
        : undefined,
  mv_sort: (constant) => (constant.index === 1 ? isOrder(constant, 'The order') : undefined),
  sample: (constant) => (constant.index === 1 ? isAbove(0, constant, 'The number of values', 'at once') : undefined),
  weighted_avg: ({ index, number }) =>
    index === 1 && (number === 0 || number === null) ? ['A weight is neither 0 nor `NULL`.', 'at once'] : undefined,
  match: ({ index, number }) =>
    index === 1 && number === null ? ['What is searched for is not `NULL`.', 'at once'] : undefined,
  date_extract: ({ index, text }) => {
    const part = text?.toLowerCase();
    if (index !== 0 || part === undefined || dateParts.has(part)) return undefined;
    const meant = meantParts[part];
    return [
      `A time has no part ${JSON.stringify(text)}${meant === undefined ? ': it is `year`, `month_of_year`, `hour_of_day` and the like.' : `; write \`"${meant}"\`.`}`,
      'at the first row',
    ];
  },
  date_diff: ({ index, text }) =>
    index === 0 && text !== undefined && !differenceUnits.has(text.toLowerCase())
      ? [
          `${JSON.stringify(text)} is not a unit in which times differ; write \`day\`, \`hour\` and the like.`,
          'at the first row',
        ]
      : undefined,
  hash: ({ index, text }) =>
    index === 0 && text !== undefined && !digests.test(text)
      ? [
          `${JSON.stringify(text)} is not a digest that servers have; write \`md5\`, \`sha-256\` and the like.`,
          'at the first row',
        ]
      : undefined,
  split: ({ index, text }) =>
    index === 1 && text !== undefined && text.length !== 1
      ? ['`SPLIT` takes a single character between the parts, so the query fails.', 'at the first row']
      : undefined,
  repeat: (constant) =>
    constant.index === 1 ? isAbove(-1, constant, 'How often a text is repeated', 'at the first row') : undefined,
  space: (constant) =>
    constant.index === 0 ? isAbove(-1, constant, 'The number of blanks', 'at the first row') : undefined,
  substring: (constant) => (constant.index === 2 ? isAbove(-1, constant, 'The length', 'at the first row') : undefined),
  date_format: isPattern,
  date_parse: isPattern,
  cidr_match: isBlock,
};
