/**
 * An example of a feature: a request file `a.http` with what else it needs, a command (`run a.http --all` unless another one is named), and what
 * must come of it. In texts, HOST is the URL of a server that responses each request, and PLACE its host and port.
 */
export interface FeatureExample {
  /** The text of the file. */
  readonly file?: string;
  /** The name of the file, where it is not `a.http`. */
  readonly name?: string;
  /** Further files. */
  readonly files?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How the command ends; 0 unless said. */
  readonly exit?: number | 'any';
  /** The targets of the requests that arrive, in order. */
  readonly sends?: readonly (string | RegExp)[];
  /** What the last request holds. */
  readonly fields?: readonly RegExp[];
  /** What the last request line is. */
  readonly line?: RegExp;
  /** What the command prints. */
  readonly prints?: readonly string[];
  /** Commands that the extension has. */
  readonly editor?: readonly string[];
}

/** Something that another tool has. */
export interface Feature {
  readonly id: string;
  /** Where it is described, from docs/coming-from. */
  readonly page: string;
  /** The kinds of the constructs that belong to it: how other tools write them is said in the table of constructs. */
  readonly constructs?: readonly string[];
  /** How it is called in each tool that has it; behind its constructs, what else belongs to it there. */
  readonly in: Readonly<Record<string, string>>;
  /** Of something absent: what it is, without a tool. */
  readonly what?: string;
  /** What stands for it in Rulebook. */
  readonly here: string;
  readonly example: FeatureExample;
}
