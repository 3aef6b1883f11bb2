/** Something that a file can hold in one of its places. */
export interface Choice {
  readonly name: string;
  /** What is written; ` request` at its end gets the number of the request. */
  readonly text?: string;
  /** The tools that have it; all, if none are named. */
  readonly tools?: readonly string[];
  /** Lines that it needs above the request. */
  readonly above?: string;
  /** A definition that it needs in the head. */
  readonly needs?: string;
  /** A header field that belongs to it. */
  readonly field?: string;
  /** What is written at the end of the file. */
  readonly end?: string;
  /** It takes something from the response of the first request. */
  readonly isAfterLogin?: boolean;
  /** Without the blank line above. */
  readonly isTight?: boolean;
  readonly isWithoutMethod?: boolean;
  /** Returns what the whole text becomes. */
  readonly change?: (text: string) => string;
}

export interface BodyChoice extends Choice {
  readonly type?: string;
  readonly method?: string;
}

/** A request. */
export interface Block {
  readonly directives: readonly Choice[];
  readonly method: string;
  readonly target: Choice | undefined;
  readonly headers: readonly Choice[];
  readonly body: BodyChoice | undefined;
  readonly behind: Choice | undefined;
}

/** A file by its constructs, so that a part of it can be left out. */
export interface Case {
  readonly tool: string;
  readonly head: Choice | undefined;
  readonly blocks: readonly Block[];
  readonly separators: readonly (Choice | undefined)[];
  readonly ending: Choice | undefined;
}

export function tablesOf(tool: string): Readonly<Record<string, readonly Choice[]>>;
export function casesOf(tool: string, seed: number, count: number): readonly Case[];
export function partsOf(one: Case): readonly string[];
export function textOf(one: Case, port: number): string;
export function filesOf(tool: string): Readonly<Record<string, string | Buffer>>;
export function smallerOf(one: Case): Generator<Case>;
export function without(one: Case, names: readonly string[]): Case;
