import type { TextEdit } from '../text/edit';
import type { Span } from '../text/span';

/** What a hover shows: Markdown, and the part of the text that it is about. */
export interface Hover {
  readonly markdown: string;
  readonly span: Span;
}

export type CompletionKind = 'method' | 'path' | 'parameter' | 'header' | 'field' | 'value' | 'variable' | 'directive';

/** Says that a list opens by itself while somebody types, and how the client shows such a list. */
export interface AutomaticCompletion {
  /** No entry is selected until part of one is typed, so a list may also open where nothing is typed yet. */
  readonly opensUnselected: boolean;
}

/** What is offered at the cursor. */
export interface Completions {
  readonly items: readonly Completion[];
  /** Whether the list must be asked for again when more is typed; absent: the client filters it. */
  readonly isIncomplete: boolean;
}

/** One offer at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Short text beside the label, for example `string · required`. */
  readonly detail?: string;
  /** Markdown, filled in by `describeCompletion` when it is asked for. */
  readonly key: string;
  /** The text that is replaced and what replaces it; `newText` is a snippet when `isSnippet`. */
  readonly edit: TextEdit;
  readonly isSnippet: boolean;
  /** Further edits away from the cursor, for example a missing comma. */
  readonly additionalEdits?: readonly TextEdit[];
  /** What the typed word is compared with, quotes included where the edit replaces them. */
  readonly filterText: string;
  readonly sortText: string;
  readonly isDeprecated?: boolean;
  /** Ask for completion again after this one is accepted. */
  readonly triggersNext?: boolean;
}

/** An entry of the outline; spans count from the start of its block. */
export interface Symbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'request' | 'variable';
  readonly span: Span;
  readonly selectionSpan: Span;
}

export interface FoldingSpan {
  readonly span: Span;
  readonly kind: 'region' | 'comment' | 'body';
}

/** A quick fix with the finding that it answers. */
export interface CodeAction {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly isPreferred: boolean;
  readonly rule: string;
  readonly findingSpan: Span;
}
