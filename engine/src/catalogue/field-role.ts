/** The meaning of a field for the rules about mappings, whatever its name is. */
export type FieldRole =
  | 'mapping'
  | 'sub-fields'
  | 'depth-limit'
  | 'typed-keys'
  | 'target-index'
  | 'partial-document'
  | 'range-start'
  | 'range-end';
