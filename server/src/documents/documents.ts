import type { Position, TextDocumentContentChangeEvent } from 'vscode-languageserver';
import type { Engine } from '@rulebook/engine';
import { environmentFileKind } from '@rulebook/request-file/environments';
import {
  isMarkdownName,
  partsOfText,
  scriptFormOf,
  type BodyAssociation,
  type RequestFile,
} from '@rulebook/request-file/syntax';
import { answerScheme } from '../protocol';
import { otherFormatOf } from './other-format';
import { toLinePosition } from './to-lsp';
import type { PositionEncoding } from './to-lsp';
import { plainUri } from './uris';

/**
 * What a document is to the server: a request file or a Markdown file with requests, a JSON file that is a request's body, the configuration,
 * a script whose commands are judged and not sent, or a file of which nothing is known yet (the first line of a JSON file may still say what it is).
 */
type DocumentKind = 'requests' | 'body' | 'configuration' | 'commands' | 'ignored';

/** One version of an open document; a change makes a new value. */
export interface OpenDocument {
  readonly uri: string;
  readonly version: number;
  readonly kind: DocumentKind;
  readonly file: RequestFile;
  /** The length of a text that is too long to be checked; of such a text, `file` holds only the beginning. */
  readonly fullLength?: number | undefined;
  /** Different for every value, so that results can name what they were computed from. */
  readonly serial: number;
  /** Where the text ends that the newest change has put into one line; the column is in UTF-16 units. */
  readonly typed?: { readonly line: number; readonly end: number } | undefined;
  /** Where the user has last edited or looked, in the client's encoding. */
  readonly focus?: Position | undefined;
  /** The line inside of which the newest change is, as long as the cursor has not left it. */
  readonly editedLine?: number | undefined;
}

/** Returns what a JSON file is, by its URI and the beginning of its text. */
type Classify = (uri: string, head: string) => BodyAssociation | 'configuration' | undefined;

/** The longest text that is checked, in UTF-16 code units. Longer files are data, and would hold up everything else. */
export const maximumCheckedLength = 20_000_000;

/** Returns the length of the file in UTF-16 code units. */
export function lengthOf(file: RequestFile): number {
  return file.blocks.length;
}

/** Returns whether features look into a document: not when it is too long, or its content is unknown. */
export function isCheckable({ kind, file, fullLength }: OpenDocument): boolean {
  return (kind === 'requests' || kind === 'body') && (fullLength ?? lengthOf(file)) <= maximumCheckedLength;
}

/** Returns whether what is written can be explained: that of commands, too. */
export function isExplained(document: OpenDocument): boolean {
  return document.kind === 'commands' ? lengthOf(document.file) <= maximumCheckedLength : isCheckable(document);
}

/** The first lines are enough to find `// @request`. */
const headLength = 2000;

/** The open documents as blocks. The text is never put together again while it is edited. */
export class DocumentStore {
  readonly #documents = new Map<string, OpenDocument & { readonly form: Form }>();
  readonly #engine: Engine;
  readonly #encoding: PositionEncoding;
  readonly #classify: Classify;
  #serial = 0;

  constructor(engine: Engine, encoding: PositionEncoding, classify: Classify) {
    this.#engine = engine;
    this.#encoding = encoding;
    this.#classify = classify;
  }

  /** Returns the newest version of the document, or undefined when it is not open. */
  get(uri: string): OpenDocument | undefined {
    return this.#documents.get(uri);
  }

  /** Returns the open document with this URI, however it is escaped. */
  find(uri: string): OpenDocument | undefined {
    const wanted = plainUri(uri);
    return this.#documents.get(uri) ?? this.all().find((document) => plainUri(document.uri) === wanted);
  }

  /** Returns all open documents. */
  all(): readonly OpenDocument[] {
    return [...this.#documents.values()];
  }

  /** Opens a document, or replaces it when it is open already. */
  open(uri: string, languageId: string, version: number, text: string): OpenDocument {
    const form = formOf(uri, languageId);
    return this.#store(uri, version, form, this.#read(uri, form, text));
  }

  /** Applies the changes in order; returns undefined for a document that is not open. */
  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): OpenDocument | undefined {
    const document = this.#documents.get(uri);
    if (!document) return undefined;
    let { file, fullLength } = document;
    let typed: OpenDocument['typed'];
    let { focus } = document;
    let editedLine: number | undefined;
    for (const change of changes) {
      if (!('range' in change)) {
        ({ file, fullLength } = this.#read(uri, document.form, change.text));
        continue;
      }
      // Where the change is cannot be known, so the document stays too long until its whole text comes again.
      if (fullLength !== undefined) continue;
      const start = toLinePosition(file, change.range.start, this.#encoding);
      const end = toLinePosition(file, change.range.end, this.#encoding);
      file = this.#engine.editFile(file, [{ start, end, newText: change.text }]);
      const isTyped = changes.length === 1 && change.text !== '' && !/[\r\n]/.test(change.text);
      focus = change.range.start;
      const isInLine = changes.length === 1 && start.line === end.line && !/[\r\n]/.test(change.text);
      editedLine = isInLine ? start.line : undefined;
      if (isTyped) typed = { line: start.line, end: start.character + change.text.length };
    }
    return this.#store(uri, version, document.form, this.#reread(uri, document.form, { file, fullLength }), {
      typed,
      focus,
      editedLine,
    });
  }

  /** Records that the cursor has left the line that was edited; returns the document as it was, or undefined when no line was. */
  leave(uri: string): OpenDocument | undefined {
    const document = this.#documents.get(uri);
    if (document?.editedLine === undefined) return undefined;
    this.#store(uri, document.version, document.form, document, { focus: document.focus });
    return document;
  }

  /** Records the line at which the user looks; returns undefined for a document that is not open. */
  look(uri: string, line: number): OpenDocument | undefined {
    const document = this.#documents.get(uri);
    const { editedLine } = document ?? {};
    const focus = { line, character: 0 };
    return document && this.#store(uri, document.version, document.form, document, { focus, editedLine });
  }

  /** Returns what a file that is not open would be with this text, or with this beginning of its text. */
  contentOf(uri: string, text: string): Pick<OpenDocument, 'kind' | 'file'> {
    return this.#readWhole(uri, formOf(uri, ''), text);
  }

  /** Forgets the document. */
  close(uri: string): void {
    this.#documents.delete(uri);
  }

  /** Classifies the open JSON files again, after a change of what decides it; returns those that are now something else. */
  reclassify(): readonly OpenDocument[] {
    const changed: OpenDocument[] = [];
    for (const { uri, version, form, kind, file, fullLength, focus, editedLine } of [...this.#documents.values()]) {
      if (form !== 'json') continue;
      const content = this.#reread(uri, form, { file, fullLength });
      if (content.kind !== kind || content.file !== file)
        changed.push(this.#store(uri, version, form, content, { focus, editedLine }));
    }
    return changed;
  }

  #store(
    uri: string,
    version: number,
    form: Form,
    { kind, file, fullLength }: Content,
    place: Pick<OpenDocument, 'typed' | 'focus' | 'editedLine'> = {},
  ): OpenDocument & { readonly form: Form } {
    const document = { uri, version, form, kind, file, fullLength, serial: ++this.#serial, ...place };
    this.#documents.set(uri, document);
    return document;
  }

  #read(uri: string, form: Form, text: string, length = text.length): Content {
    if (length <= maximumCheckedLength) return this.#readWhole(uri, form, text);
    // Nothing looks behind the beginning. It is copied, since a part of a text keeps the whole text in memory.
    return { ...this.#readWhole(uri, form, text.slice(0, headLength).split('').join('')), fullLength: length };
  }

  #readWhole(uri: string, form: Form, text: string): Content {
    if (form === 'markdown') return markdownContent({ file: this.#engine.openMarkdown(text) });
    if (form === 'requests') return { kind: 'requests', file: this.#engine.openFile(text) };
    if (form === 'shell' || form === 'workflow') return commandContent({ file: this.#engine.openScript(text, form) });
    const known = form === 'variables' ? undefined : this.#classify(uri, text.slice(0, headLength));
    if (known === undefined) return { kind: 'ignored', file: this.#engine.openFile(text) };
    if (known === 'configuration') return { kind: 'configuration', file: this.#engine.openBody(text, noRequest) };
    return { kind: 'body', file: this.#engine.openBody(text, known) };
  }

  /** Returns the file unchanged, unless its first line now names another request. */
  #reread(uri: string, form: Form, content: Omit<Content, 'kind'>): Content {
    if (form === 'markdown') return markdownContent(content);
    if (form === 'requests') return { kind: 'requests', ...content };
    if (form === 'shell' || form === 'workflow') return commandContent(content);
    if (form === 'variables') return { kind: 'ignored', ...content };
    const { file, fullLength } = content;
    const block = file.blocks.at(0);
    const known = this.#classify(uri, block === undefined ? '' : partsOfText(block).slice(0, headLength));
    const current = file.association;
    if (known === undefined && current === undefined) return { kind: 'ignored', ...content };
    if (known === 'configuration' && current === noRequest) return { kind: 'configuration', ...content };
    if (typeof known === 'object' && current && isSameAssociation(known, current)) return { kind: 'body', ...content };
    return this.#read(uri, form, this.#engine.textOf(file), fullLength);
  }
}

/** How the text of a document is read. */
type Form = 'requests' | 'json' | 'markdown' | 'variables' | 'shell' | 'workflow';

function formOf(uri: string, languageId: string): Form {
  if (languageId === 'markdown' || (languageId !== 'http' && isMarkdownName(uri))) return 'markdown';
  if (languageId === 'shellscript') return 'shell';
  if (otherFormatOf(plainUri(uri)) !== undefined) return 'variables';
  const script = languageId === 'http' ? undefined : scriptFormOf(plainUri(uri));
  if (script !== undefined) return script;
  // The operation of a response is announced separately from its text, like the request of a JSON file.
  const isJson = /^jsonc?$/i.test(languageId) || /\.jsonc?$/i.test(uri) || uri.startsWith(`${answerScheme}:`);
  if (isJson) return 'json';
  // `.env` and its like: names in them are followed, and nothing in them is a request.
  return environmentFileKind(plainUri(uri)) === undefined ? 'requests' : 'variables';
}

/** Most Markdown files hold no requests. */
function markdownContent(content: Omit<Content, 'kind'>): Content {
  const isProse = [...content.file.blocks].every((block) => block.isProse);
  return { kind: isProse ? 'ignored' : 'requests', ...content };
}

/** Most scripts send no requests. */
function commandContent(content: Omit<Content, 'kind'>): Content {
  const isProse = [...content.file.blocks].every((block) => block.isProse);
  return { kind: isProse ? 'ignored' : 'commands', ...content };
}

type Content = Pick<OpenDocument, 'kind' | 'file' | 'fullLength'>;

/** Stands for the configuration, which is opened as one block and never checked as a body. */
const noRequest: BodyAssociation = { method: '', target: '', at: '' };

function isSameAssociation(a: BodyAssociation, b: BodyAssociation): boolean {
  return (
    a.method === b.method &&
    a.target === b.target &&
    a.at === b.at &&
    a.operation === b.operation &&
    JSON.stringify(a.directives) === JSON.stringify(b.directives)
  );
}
