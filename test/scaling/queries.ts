import { queryLanguages } from '../../packages/queries/src/index';
import type { QueryContext, QueryLanguageId } from '../../packages/catalogue/src/query-languages';
import { times, type ScalingTask } from './tasks';

const context: QueryContext = {
  fieldsOf: () => ({ byName: new Map([['a', { name: 'a', type: 'integer' }]]), areAll: true }),
  indices: [],
};

const task = (id: QueryLanguageId, what: string, n: number, make: (n: number) => string): ScalingTask => ({
  name: `${id}: ${what}`,
  n,
  prepare: (size) => {
    const text = make(size);
    const language = queryLanguages[id];
    return () => [
      language?.tokensIn(text),
      language?.problemsIn(text, context),
      language?.offersAt(text, text.length >> 1, context),
      language?.helpAt(text, text.length >> 1, context),
    ];
  },
});

/** Types in the middle and at the end of a query, and looks at it after each key. */
const typing = (what: string, n: number, make: (n: number) => string): ScalingTask => ({
  name: `esql, typed: ${what}`,
  n,
  prepare: (size) => {
    const text = make(size);
    const { esql } = queryLanguages;
    return () => {
      for (const at of [text.length >> 1, text.length])
        for (const letter of ['x', '|', '"', ' ']) {
          const edited = text.slice(0, at) + letter + text.slice(at);
          esql?.problemsIn(edited, context);
          esql?.tokensIn(edited);
          esql?.offersAt(edited, at + 1, context);
          esql?.namesIn?.(edited);
          esql?.layOut?.(edited, 'lines');
          esql?.signatureAt?.(edited, at + 1);
        }
    };
  },
});

/** Queries that a reader could take too long for. */
export const queryTasks: readonly ScalingTask[] = [
  task('esql', 'parentheses', 50_000, (n) => `FROM a | WHERE ${'('.repeat(n)}`),
  task('esql', 'columns', 20_000, (n) => `FROM a ${times(n, (at) => `| EVAL b${at} = a + 1, c = b${at} `)}`),
  task(
    'esql',
    'columns that go and come',
    10_000,
    (n) => `FROM a ${times(n, (at) => `| EVAL b${at} = a | DROP b${at} `)}`,
  ),
  task('esql', 'conditions', 20_000, (n) => `FROM a | WHERE ${times(n, () => 'a == 1 AND ')}a > 2`),
  task('esql', 'quotes and comments', 50_000, (n) => 'FROM a " | """ /* `'.repeat(n)),
  typing('commands', 10_000, (n) => `FROM a ${times(n, (at) => `| EVAL b${at} = CONCAT("x", a) `)}`),
  typing('conditions', 10_000, (n) => `FROM a | WHERE ${times(n, () => 'a == 1 AND ')}a > 2`),
  typing('open quotes', 20_000, (n) => 'FROM a | WHERE b == "x '.repeat(n)),
  task('lucene', 'parentheses', 50_000, (n) => '('.repeat(n)),
  task('lucene', 'quotes and slashes', 50_000, (n) => 'a:/b "c\\'.repeat(n)),
  task('lucene', 'lower operators', 20_000, (n) => 'a:1 and '.repeat(n)),
  task('lucene', 'ranges', 20_000, (n) => 'a:["1 TO '.repeat(n)),
  task('lucene', 'unknown fields', 20_000, (n) => times(n, (at) => `b${at}:x `)),
  task('kql', 'parentheses', 50_000, (n) => '('.repeat(n)),
  task('kql', 'words', 50_000, (n) => 'not and or a '.repeat(n)),
  task('kql', 'negations', 50_000, (n) => `${'not '.repeat(n)}a: 1`),
  task('kql', 'bounds', 20_000, (n) => 'a > 9 and a < 1 and '.repeat(n)),
  task('kql', 'escapes', 50_000, (n) => '\\x"\\'.repeat(n)),
  task('painless', 'brackets', 50_000, (n) => '(['.repeat(n)),
  task('painless', 'nested values', 50_000, (n) => `return ${'('.repeat(n)}1${')'.repeat(n)}`),
  task('painless', 'slashes', 50_000, (n) => '=/\\/'.repeat(n)),
  task('painless', 'statements', 20_000, (n) => times(n, (at) => `int v${at} = w${at}; `)),
  task('painless', 'types', 50_000, (n) => `a${'[]'.repeat(n)} = 1`),
  task('painless', 'functions', 5_000, (n) => times(n, (at) => `int f${at}(int x) { return x } `)),
  task('sql', 'comments and quotes', 50_000, (n) => '/* -- \' " ` ('.repeat(n)),
  task('ppl', 'pipes', 20_000, (n) => '| where a = 1 '.repeat(n)),
];
