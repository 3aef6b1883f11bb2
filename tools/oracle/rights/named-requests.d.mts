/** A form of a name. What is restricted is only read. */
export interface NameForm {
  readonly form: string;
  readonly name: string;
  readonly query?: string;
  readonly isReadOnly?: boolean;
}

/** An operation on indices: `{}` in the path is the name. */
export interface NamedOperation {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly body?: (name: string) => string;
  readonly isWriting?: boolean;
}

export const forms: (backing: string) => readonly NameForm[];
export const operations: readonly NamedOperation[];
