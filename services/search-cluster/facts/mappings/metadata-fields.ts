/** Fields that each document has by itself. A mapping cannot define them, and a document can contain only those that it may count by. */
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

/** Those of them that a document can contain: how many documents it counts as. */
export const writtenMetadataFields: ReadonlySet<string> = new Set(['_doc_count']);

/** The longest of their names. Limits of the lengths of names count them, too. */
export const longestMetadataName: string = [...metadataFields].reduce((longest, name) =>
  name.length > longest.length ? name : longest,
);

/** Names of fields without characters, or with a part between dots that has none. Dots at the end are left out. */
export const blankName = {
  pattern: '^\\s*$|^\\.|\\.\\s*\\.',
  message: 'A field name, and each of its parts between dots, must have characters.',
} as const;
