/** Settings that change only while the index is closed, or with `reopen`; those below these names, too. */
export const staticSettings: readonly string[] = [
  ...['codec', 'data_path', 'fielddata.cache', 'force_memory_term_dictionary', 'format', 'failure_store.version'],
  ...['load_fixed_bitset_filters_eagerly', 'mapping.coerce', 'mapping.ignore_above', 'mapping.ignore_malformed'],
  ...['mapping.synthetic_source_keep', 'number_of_routing_shards', 'queries.cache.enabled', 'recovery.type'],
  ...['query.parse.allow_unmapped_fields', 'query_string.lenient', 'recovery.use_synthetic_source'],
  ...['shard.check_on_startup', 'store', 'analysis', 'similarity', 'xpack.version'],
].map((name) => `index.${name}`);

/** The types that a similarity of an index can have. */
export const similarityTypes: readonly string[] = [
  ...['BM25', 'LegacyBM25', 'boolean', 'DFR', 'DFI', 'IB', 'LMDirichlet', 'LMJelinekMercer', 'scripted'],
];

/** Returns whether a name is one of the beginnings, or below one. */
export function isBelow(name: string, beginnings: readonly string[]): boolean {
  return beginnings.some((one) => name === one || name.startsWith(`${one}.`));
}

/** Settings that the service alone sets, and what is below them. */
export const ownSettings: readonly string[] = [
  ...['creation_date', 'provided_name', 'uuid', 'version', 'history.uuid', 'verified_before_close'],
  ...['verified_read_only', 'resize', 'downsample', 'rollup.source', 'shard_limit.group', 'source_only'],
  ...['allocation.existing_shards_allocator', 'routing.allocation.disk.watermark.ignore', 'search.throttled'],
].map((name) => `index.${name}`);
