/** The words of the language. */
export const keywords: ReadonlySet<string> = new Set(
  'if else while do for in continue break return new try catch throw this instanceof'.split(' '),
);

/** The types that have a keyword. */
export const primitives: ReadonlySet<string> = new Set(
  'def boolean byte short char int long float double void'.split(' '),
);

/** The names that contexts give to scripts; a script has some of them. */
export const contextNames: Readonly<Record<string, string>> = {
  params: 'the parameters of the script',
  doc: "the values of the document, by field: `doc['field'].value`",
  ctx: 'the document and its metadata, in updates, reindexing and ingest pipelines',
  _score: 'the score of the document so far',
  state: 'what a scripted metric keeps for a shard',
  states: 'what the shards of a scripted metric return',
  _value: 'the value of the aggregation',
  _agg: 'what a scripted metric keeps for a shard, in former versions',
  _aggs: 'what the shards of a scripted metric return, in former versions',
  _fields: 'the stored fields of the document',
  _source: 'the source of the document',
  source: 'the source of the document',
  metadata: 'the metadata of the document',
  values: 'the values of the window',
  interval: 'the interval that is tried',
  token: 'the token that is tried',
  query: 'the query whose similarity is computed',
  field: 'the field',
  term: 'the term whose similarity is computed',
  weight: 'the weight of the query',
  results: 'the results',
  payload: 'the payload of the watch',
  supports: 'what can be asked',
  now: 'the time of the search',
  timestamp: 'the time of the document',
  dims: 'the dimensions of the vectors',
  origin: 'the origin of the decay',
  key: 'the key of the bucket',
  count: 'the number of documents',
  terms: 'the terms',
  path: 'the path',
  java: 'a package',
  javax: 'a package',
  org: 'a package',
};

/** What names of types are meant by words of other languages. */
export const meantTypes: Readonly<Record<string, string>> = {
  var: 'def',
  let: 'def',
  const: 'def',
  final: 'def',
  val: 'def',
  auto: 'def',
  string: 'String',
  integer: 'int',
  bool: 'boolean',
  object: 'Object',
  list: 'List',
  map: 'Map',
};

/** What can be asked of the values of a field. */
export const valueMembers: Readonly<Record<string, string>> = {
  value: 'the first value; an error where the document has none',
  values: 'all values',
  'size()': 'the number of values',
  length: 'the number of values',
  empty: 'whether there is no value',
  'isEmpty()': 'whether there is no value',
  'get(0)': 'the value at an index',
};
