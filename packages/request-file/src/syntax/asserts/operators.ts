/** The name of an operator, by which it is carried out. */
export type OperatorName =
  | '=='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'startsWith'
  | 'endsWith'
  | 'includes'
  | 'matches'
  | 'exists'
  | 'isTrue'
  | 'isFalse'
  | 'isNumber'
  | 'isString'
  | 'isBoolean'
  | 'isArray'
  | 'isObject'
  | 'isNull'
  | 'isDate';

/** What compares the received value in an assert. */
export interface AssertOperator {
  readonly name: OperatorName;
  /** Other spellings. */
  readonly aliases: readonly string[];
  readonly takesValue: boolean;
  /** What holds then, behind "The assert holds if the value". */
  readonly summary: string;
  readonly example: string;
}

function operator(
  name: OperatorName,
  summary: string,
  example: string,
  { aliases = [], takesValue = true }: { readonly aliases?: readonly string[]; readonly takesValue?: boolean } = {},
): AssertOperator {
  return { name, aliases, takesValue, summary, example };
}

const alone = { takesValue: false };

/** All operators, in the order of the documentation. */
export const assertOperators: readonly AssertOperator[] = [
  operator('==', 'is equal: the same type and the same value; numbers by all their digits', '$.id == 3', {
    aliases: ['===', 'equals'],
  }),
  operator('!=', 'is not equal', 'status != 404', { aliases: ['!=='] }),
  operator('>', 'is a greater number', '$.total > 0'),
  operator('>=', 'is a greater or an equal number', 'status >= 200'),
  operator('<', 'is a smaller number', 'duration < 500 ms'),
  operator('<=', 'is a smaller or an equal number', '$.items length <= 30'),
  operator('startsWith', 'is a string that starts with this text', '$.url startsWith https:'),
  operator('endsWith', 'is a string that ends with this text', 'header location endsWith /hooks/1'),
  operator(
    'includes',
    'is a string that contains this text, or a list with this item',
    'header content-type includes json',
    {
      aliases: ['contains'],
    },
  ),
  operator('matches', 'is a string that matches this regular expression', '$.version matches ^8\\.'),
  operator('exists', 'is there, even if it is `null`', 'header location exists', alone),
  operator('isTrue', 'is there and is not `false`, `0`, `null` or an empty text', '$.created isTrue', alone),
  operator('isFalse', 'is absent, or is `false`, `0`, `null` or an empty text', '$.errors isFalse', alone),
  operator('isNumber', 'is a number', '$.id isNumber', alone),
  operator('isString', 'is a string', '$.name isString', alone),
  operator('isBoolean', 'is `true` or `false`', '$.active isBoolean', alone),
  operator('isArray', 'is a list', '$.events isArray', alone),
  operator('isObject', 'is an object', '$.config isObject', alone),
  operator('isNull', 'is `null`', '$.license isNull', alone),
  operator(
    'isDate',
    'is a date, or a date with a time, as ISO 8601 writes them (`2026-11-30T08:15:00Z`), or the date of a header field',
    '$.created_at isDate',
    alone,
  ),
];

/** Every spelling of an operator. */
export const operatorWords: readonly string[] = assertOperators.flatMap(({ name, aliases }) => [name, ...aliases]);

/** Returns the operator with this spelling. */
export function operatorNamed(word: string): AssertOperator | undefined {
  return assertOperators.find(({ name, aliases }) => name === word || aliases.includes(word));
}
