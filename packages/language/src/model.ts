import type { TextEdit } from '@rulebook/text/edit';
import type { Span } from '@rulebook/text/span';

/** The content of a hover: Markdown, and the part of the text that it describes. */
export interface Hover {
  readonly markdown: string;
  readonly span: Span;
}

/** What an offer completes; editors choose its symbol by it. */
export type CompletionKind = 'method' | 'path' | 'parameter' | 'header' | 'field' | 'value' | 'variable' | 'directive';

/** Says that a list opens automatically during typing, and how the client shows it. */
export interface AutomaticCompletion {
  /** No entry is selected until part of one is typed, so a list may also open where nothing is typed yet. */
  readonly opensUnselected: boolean;
}

/** The offers at the cursor. */
export interface Completions {
  readonly items: readonly Completion[];
  /** Whether the list must be requested again after more typing. Otherwise the client filters it. */
  readonly isIncomplete: boolean;
}

/** One offer at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  /** Short text next to the label, for example `string · required`. */
  readonly detail?: string;
  /** What accepting it adds below the request line. */
  readonly adds?: 'body' | 'header fields';
  /** A key with which `describeCompletion` returns Markdown on request. */
  readonly key: string;
  /** The main edit. `newText` is a snippet if `isSnippet`. */
  readonly edit: TextEdit;
  readonly isSnippet: boolean;
  /** Further edits elsewhere, for example for a missing comma. */
  readonly additionalEdits?: readonly TextEdit[];
  /** The text to compare with the typed word, including quotes if the edit replaces them. */
  readonly filterText: string;
  readonly sortText: string;
  readonly isDeprecated?: boolean;
  /** Whether to request completion again after this offer is accepted. */
  readonly triggersNext?: boolean;
}

/** An entry of the outline. Spans count from the start of its block. */
export interface Symbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'request' | 'variable';
  readonly span: Span;
  readonly selectionSpan: Span;
}

/** Lines that an editor may fold. */
export interface FoldingSpan {
  readonly span: Span;
  readonly kind: 'region' | 'comment' | 'body';
}

/** A quick fix with its finding. */
export interface CodeAction {
  readonly title: string;
  readonly edits: readonly TextEdit[];
  readonly isPreferred: boolean;
  readonly rule: string;
  readonly findingSpan: Span;
}
