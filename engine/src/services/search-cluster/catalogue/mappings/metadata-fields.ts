/** Fields that each document has by itself. A mapping cannot define them, and a document cannot contain them. */
export const metadataFields: ReadonlySet<string> = new Set([
  '_data_stream_timestamp',
  '_doc_count',
  '_field_names',
  '_id',
  '_ignored',
  '_ignored_source',
  '_index',
  '_index_mode',
  '_nested_path',
  '_routing',
  '_seq_no',
  '_source',
  '_tier',
  '_version',
]);
