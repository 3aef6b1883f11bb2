/** What is known of a command. */
export interface CommandFacts {
  readonly name: string;
  /** It begins a query. */
  readonly isSource?: true;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** How it is written. */
  readonly form: string;
  /** What is inserted behind its name; `$0` is where the cursor is then. */
  readonly rest?: string;
  /** The first version that has it; absent: 8.19 has it. */
  readonly since?: readonly [number, number];
  readonly isPreview?: true;
}

const nine = (minor: number) => [9, minor] as const;

/** The commands of Elasticsearch 8.19 and 9.5, as their servers name them where another word is written. */
export const commandFacts: readonly CommandFacts[] = [
  {
    name: 'FROM',
    isSource: true,
    summary: 'Reads the documents of indices, aliases, data streams or patterns.',
    form: 'FROM index, pattern* [METADATA _id, _index]',
    rest: ' $0',
  },
  {
    name: 'ROW',
    isSource: true,
    summary: 'Makes one row with the given values, for trying something out.',
    form: 'ROW name = value, …',
    rest: ' $0',
  },
  { name: 'SHOW', isSource: true, summary: 'Returns the version of the server.', form: 'SHOW INFO', rest: ' INFO' },
  {
    name: 'TS',
    isSource: true,
    summary: 'Reads time series, whose aggregations run per series first.',
    form: 'TS index',
    rest: ' $0',
    since: nine(2),
  },
  {
    name: 'PROMQL',
    isSource: true,
    summary: 'Runs a query in the language of Prometheus.',
    form: 'PROMQL index=… step=… (expression)',
    rest: ' $0',
    since: nine(3),
  },
  { name: 'WHERE', summary: 'Keeps the rows for which a condition is true.', form: 'WHERE condition', rest: ' $0' },
  {
    name: 'EVAL',
    summary: 'Adds columns that are computed, or replaces them.',
    form: 'EVAL name = expression, …',
    rest: ' $0',
  },
  {
    name: 'STATS',
    summary: 'Groups rows and aggregates each group. Only the results and the groups remain as columns.',
    form: 'STATS name = AGG(column) [WHERE condition], … [BY group, …]',
    rest: ' $0',
  },
  {
    name: 'INLINE STATS',
    summary: 'Aggregates, and adds the results to each row.',
    form: 'INLINE STATS name = AGG(column), … [BY group, …]',
    rest: ' $0',
    since: nine(2),
  },
  {
    name: 'INLINESTATS',
    summary: 'Aggregates, and adds the results to each row: the same as `INLINE STATS`.',
    form: 'INLINESTATS name = AGG(column), … [BY group, …]',
    rest: ' $0',
    since: nine(2),
  },
  {
    name: 'SORT',
    summary: 'Puts rows in an order. Without `DESC`, the smallest value is first.',
    form: 'SORT column [ASC | DESC] [NULLS FIRST | NULLS LAST], …',
    rest: ' $0',
  },
  {
    name: 'LIMIT',
    summary: 'Keeps so many rows. Without it, 1,000 rows are returned.',
    form: 'LIMIT number',
    rest: ' ${0:100}',
  },
  {
    name: 'KEEP',
    summary: 'Keeps the columns that it names, in this order.',
    form: 'KEEP column, pattern*, …',
    rest: ' $0',
  },
  { name: 'DROP', summary: 'Removes columns.', form: 'DROP column, pattern*, …', rest: ' $0' },
  { name: 'RENAME', summary: 'Gives columns other names.', form: 'RENAME old AS new, …', rest: ' $0' },
  {
    name: 'DISSECT',
    summary: 'Takes a text apart by what is between its parts.',
    form: 'DISSECT column "%{name} %{name}"',
    rest: ' $0',
  },
  {
    name: 'GROK',
    summary: 'Takes a text apart by patterns with names.',
    form: 'GROK column "%{PATTERN:name}"',
    rest: ' $0',
  },
  {
    name: 'ENRICH',
    summary: 'Adds columns of an enrich policy.',
    form: 'ENRICH policy [ON column] [WITH name = field, …]',
    rest: ' $0',
  },
  {
    name: 'MV_EXPAND',
    summary: 'Makes a row of each value of a column with several.',
    form: 'MV_EXPAND column',
    rest: ' $0',
  },
  {
    name: 'LOOKUP JOIN',
    summary: 'Adds the columns of the rows of a lookup index that have the same value.',
    form: 'LOOKUP JOIN index ON column',
    rest: ' $0',
  },
  {
    name: 'CHANGE_POINT',
    summary: 'Finds where a series of values changes.',
    form: 'CHANGE_POINT value [ON key] [AS type, pvalue]',
    rest: ' $0',
  },
  {
    name: 'FORK',
    summary: 'Runs several pipelines on the same rows, and joins their results.',
    form: 'FORK (command | command) (command)',
    rest: ' ($0)',
    since: nine(1),
  },
  {
    name: 'FUSE',
    summary: 'Merges rows of several rankings into one.',
    form: 'FUSE [RRF | LINEAR] [SCORE BY column] [KEY BY columns]',
    rest: '',
    since: nine(2),
  },
  {
    name: 'RERANK',
    summary: 'Scores rows again by a model.',
    form: 'RERANK [name =] "query" ON column [WITH { "inference_id": … }]',
    rest: ' $0',
    since: nine(2),
    isPreview: true,
  },
  {
    name: 'COMPLETION',
    summary: 'Sends a prompt for each row to a model, and adds its text.',
    form: 'COMPLETION [name =] prompt WITH { "inference_id": … }',
    rest: ' $0',
    isPreview: true,
  },
  { name: 'SAMPLE', summary: 'Keeps a random part of the rows.', form: 'SAMPLE 0.1', rest: ' ${0:0.1}' },
  { name: 'URI_PARTS', summary: 'Takes a URI apart.', form: 'URI_PARTS name = column', rest: ' $0', since: nine(4) },
  {
    name: 'REGISTERED_DOMAIN',
    summary: 'Takes the name of a host apart by the registered domain.',
    form: 'REGISTERED_DOMAIN name = column',
    rest: ' $0',
    since: nine(4),
  },
  {
    name: 'USER_AGENT',
    summary: 'Takes the name of a client apart.',
    form: 'USER_AGENT name = column',
    rest: ' $0',
    since: nine(4),
  },
  {
    name: 'IP_LOCATION',
    summary: 'Adds where an IP address is.',
    form: 'IP_LOCATION name = column',
    rest: ' $0',
    since: nine(5),
  },
  { name: 'MMR', summary: 'Keeps rows that differ from each other.', form: 'MMR …', rest: ' $0', since: nine(4) },
  { name: 'METRICS_INFO', summary: 'Lists the metrics of time series.', form: 'METRICS_INFO', since: nine(4) },
  { name: 'TS_INFO', summary: 'Lists the time series.', form: 'TS_INFO', since: nine(4) },
  {
    name: 'TS_COLLAPSE',
    summary: 'Joins the points of a time series in one row.',
    form: 'TS_COLLAPSE',
    since: nine(5),
  },
];

/** Commands of builds that are not released: they are neither offered nor reported. */
export const otherCommands: ReadonlySet<string> = new Set(
  'EXPLAIN INSIST_🐔 METRICS LOOKUP_🐔 SET HIGHLIGHT EXTERNAL'.split(' '),
);

/** What other languages call a command, and what it is here. */
export const foreignCommands: Readonly<Record<string, string>> = {
  SELECT: 'FROM',
  FILTER: 'WHERE',
  TAKE: 'LIMIT',
  HEAD: 'LIMIT',
  EXTEND: 'EVAL',
  SUMMARIZE: 'STATS',
  PROJECT: 'KEEP',
  FIELDS: 'KEEP',
  SOURCE: 'FROM',
  JOIN: 'LOOKUP JOIN',
};

const byName = new Map(commandFacts.map((facts) => [facts.name, facts]));

/** Returns what is known of a command by its name in capitals. */
export function factsOfCommand(name: string): CommandFacts | undefined {
  return byName.get(name);
}
