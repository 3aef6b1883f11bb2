import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';

/** A change of the form of a file that keeps what it sends. */
export interface Conversion {
  readonly title: string;
  /** Behind `refactor.`, as the protocol names kinds of actions; a quick fix resolves what a finding says. */
  readonly kind: 'rewrite' | 'extract' | 'inline' | 'quickfix';
  readonly edits: readonly BlockEdits[];
  /** Why it cannot be carried out, as a sentence; then it has no edits. */
  readonly disabled?: string;
  /** Files to create, with paths from the folder of the file. */
  readonly creates?: readonly CreatedFile[];
}

/** The edits of one block; spans count from its start. */
export interface BlockEdits {
  readonly block: number;
  readonly edits: readonly TextEdit[];
}

/** A file that a conversion creates. */
export interface CreatedFile {
  readonly path: string;
  readonly text: string;
}

/** In longer files, nothing looks through all requests while the cursor moves. */
export const maxBlocks = 2000;

/** Where a conversion is wanted. */
export interface ConversionPlace {
  readonly file: RequestFile;
  readonly index: number;
  /** The selection in the block. */
  readonly span: Span;
  /** Returns a block of the file. */
  readonly parse: (index: number) => Block;
  /** Returns a text in place of a block of the file. */
  readonly parseText: (text: string) => Block;
  /** Paths of files that exist. */
  readonly taken: ReadonlySet<string>;
}
