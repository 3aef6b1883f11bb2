/** How a member of an object of a format is written. */
export interface MemberForm {
  /** A kind of value, or the name of an object; `[x]` a list and `{x}` a table of them. */
  readonly type: string;
  readonly isRequired?: true;
  readonly values?: readonly string[];
  /** The version of the format that has it first. Absent: the first one. */
  readonly since?: string;
  /** What it means, as Markdown of one or two sentences. */
  readonly says: string;
}

/** A word in the place of another one, at the element of a problem. */
export interface WordFix {
  readonly from: string;
  readonly to: string;
}

/** An object of a format. */
export interface ObjectForm {
  /** What it is called in messages. */
  readonly title: string;
  /** The section of the specification. */
  readonly section: string;
  readonly members: Readonly<Record<string, MemberForm>>;
}

/** The objects of a format of documents, by their names; the whole document is `document`. */
export interface DocumentForm {
  /** What the specification is called. */
  readonly name: string;
  /** The page of the specification. */
  readonly link: string;
  readonly objects: Readonly<Record<string, ObjectForm>>;
  /** The objects in whose place a reference to a component may be, with the names of the tables of components. */
  readonly reusable?: Readonly<Record<string, string>>;
}

/** Returns the form of what the lists and tables of a type hold; undefined for any other type. */
export function innerType(type: string): string | undefined {
  return /^[[{](.*)[\]}]$/.exec(type)?.[1];
}
