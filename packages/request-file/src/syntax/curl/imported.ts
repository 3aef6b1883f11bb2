import type { Span } from '@rulebook/text/span';
import type { AddedVariable } from '../../environments/add-variables';

/** A request that was read from another format. In its texts, `reference(name)` stands for a variable. */
export interface ImportedRequest {
  readonly title?: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: ImportedBody;
  /** Scripts that run before it is sent, and with its response. */
  readonly scripts?: ImportedScripts;
  /** Lines of asserts, which begin with `??`. */
  readonly asserts?: readonly string[];
  /** The names of its folders, from outside in. */
  readonly folders?: readonly string[];
  /** What its folders and the request itself define; the last one of a name counts. */
  readonly variables?: readonly { readonly name: string; readonly value: string }[];
  /** Lines of comments that say how it is sent. */
  readonly directives?: readonly string[];
  /** What is not taken over, and what a reader has to know. */
  readonly notes: readonly string[];
  /** Those of the notes that name nothing missing. */
  readonly remarks?: readonly string[];
  /** The certificate of the server is not verified. */
  readonly isInsecure?: boolean;
  readonly followsRedirects?: boolean;
  /** A part is missing without which another request would be sent. */
  readonly isIncomplete?: boolean;
  /** Header fields and query parameters whose values are secrets though their names do not say it, in lower case. */
  readonly secretNames?: readonly string[];
  /** Where its parts are in the text; absent where that is not known. */
  readonly places?: RequestPlaces;
}

/** Where the parts of a request are in the text that it was read from: each is a word with its quotation marks. */
export interface RequestPlaces {
  readonly method?: Span | undefined;
  readonly url?: Span | undefined;
  /** The texts that are behind the URL's own query. */
  readonly query: readonly PlacedText[];
  /** Those of the header fields that are written, in their order. */
  readonly headers: readonly (Span | undefined)[];
  /** The texts of the body. */
  readonly data: readonly PlacedText[];
}

/** A text and where it comes from. */
export interface PlacedText {
  readonly text: string;
  readonly span: Span | undefined;
}

/** The body: a text, a file, or parts of a form. */
export type ImportedBody =
  /** `isRelaxed`: JSON whose comments are not sent. */
  | { readonly kind: 'text'; readonly text: string; readonly isRelaxed?: true }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'form'; readonly parts: readonly ImportedPart[] };

/** A part of a multipart form. */
export interface ImportedPart {
  readonly name: string;
  readonly type?: string;
  readonly filename?: string;
  readonly content: { readonly text: string } | { readonly path: string };
}

/** The codes of scripts. */
export interface ImportedScripts {
  readonly before?: string;
  readonly after?: string;
}

/** Everything that was read from a text. */
export interface ImportedFile {
  /** Where it comes from, as the end of a sentence: `a HAR recording`. */
  readonly source: string;
  readonly variables: readonly { readonly name: string; readonly value: string }[];
  readonly requests: readonly ImportedRequest[];
  /** What it is called itself. */
  readonly title?: string;
  /** Scripts that run with each request. */
  readonly scripts?: ImportedScripts;
  /** Variables of environments, which belong into environment files. */
  readonly environments?: readonly AddedVariable[];
  /** What concerns no single request. */
  readonly notes: readonly string[];
  /** Requests that could not be read. */
  readonly lost?: number;
  /** Literal secrets keep their values; otherwise only their places stay. */
  readonly keepsSecrets: boolean;
  /** Values that are secrets wherever they are, though nothing around them says it. */
  readonly secretValues?: readonly string[];
}

// A character that no text contains distinguishes a variable from `{{…}}` in a text that means just that.
const sign = '\ufdd0';

/** Returns what stands for a variable in a text. */
export function reference(name: string): string {
  return `{{${sign}${name}}}`;
}

/** Returns a text without the character by which references are known. */
export function withoutReferences(text: string): string {
  return text.replaceAll(sign, '');
}

/** Returns a text as a request file writes it: variables in braces, and other braces behind backslashes. */
export function writeText(text: string): string {
  return text.replace(/\{\{(?!\ufdd0)([^{}\r\n\\]*)\}\}/g, '\\{\\{$1\\}\\}').replaceAll(`{{${sign}`, '{{');
}

/** Returns whether a text refers to a variable. */
export function hasReference(text: string): boolean {
  return text.includes(sign);
}

/** Returns a name that variables can have. */
export function variableNameOf(name: string): string {
  return name.trim().replace(/[^\w.$-]+/g, '_') || 'variable';
}
