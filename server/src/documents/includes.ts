import { filesTakenBy, mayInclude, requestsOfFile, usersOfKeyIn } from '@rulebook/engine/checking';
import { columnsOfRows } from '@rulebook/json';
import type { CheckOptions, Engine, IncludedBody, Inclusion } from '@rulebook/engine';
import {
  isMarkdownName,
  perForm,
  type BlockText,
  type BodyAssociation,
  type RequestFile,
} from '@rulebook/request-file/syntax';
import { createMemo, type Aggregate } from '@rulebook/text';
import type { FilePorts } from '../ports/ports';
import type { OpenDocument } from './documents';
import { rangesIn } from './to-lsp';
import type { PositionEncoding, RangeOf } from './to-lsp';
import { candidateUris, plainUri } from './uris';

/** What the includes need of the session. */
interface IncludesParts {
  readonly engine: Engine;
  readonly encoding: PositionEncoding;
  readonly files: FilePorts | undefined;
  /** Returns the open document with this URI, however it is escaped. */
  readonly openDocument: (uri: string) => OpenDocument | undefined;
  /** Returns the folder of the workspace that holds the document. */
  readonly rootOf: (uri: string) => string | undefined;
  /** Is called when files have been read: which ones are there decides what the others are. */
  readonly onRead: () => void;
}

/** What a request file takes from other files. */
interface IncludingFile {
  readonly uri: string;
  readonly file: RequestFile;
  readonly inclusions: readonly Inclusion[];
}

interface Remembered {
  readonly base: CheckOptions;
  readonly sources: readonly (Source | undefined)[];
  readonly options: CheckOptions;
}

/** A found file; the same value until its text changes. */
type Source = { readonly uri: string; readonly text: string; readonly file?: RequestFile } | { readonly cause: string };

/** Knows which files the request files take as bodies, and what is in them. */
export class Includes {
  readonly #parts: IncludesParts;
  readonly #open = new Map<string, IncludingFile>();
  /** The request files of the workspace that are not open. */
  readonly #closed = new Map<string, IncludingFile>();
  readonly #searched = new Set<string>();
  /** What was read, by plain URI; undefined for a file of which nothing can be known. */
  readonly #read = new Map<string, Source | undefined>();
  readonly #options = new Map<string, Remembered>();
  /** Open files of which only is asked whether they are there. */
  readonly #there = new Map<string, Source>();
  readonly #ofOpenFile = createMemo<RequestFile, Source>({ most: 64 });
  readonly #ofBody = createMemo<BodyAssociation, readonly Inclusion[]>({ most: 64 });
  readonly #inclusions: Aggregate<BlockText, readonly Inclusion[]>;

  constructor(parts: IncludesParts) {
    this.#parts = parts;
    const mayBlockInclude = perForm(({ text }) => mayInclude(text));
    this.#inclusions = {
      ofPiece: (block) => (mayBlockInclude(block) ? filesTakenBy(parts.engine.parseBlock(block)) : none),
      join(all) {
        const [first = none, ...others] = all.filter(({ length }) => length > 0);
        return others.length === 0 ? first : [first, ...others].flat();
      },
    };
  }

  /** Records an open document; returns whether it now includes other files than before. */
  update({ uri, kind, file }: OpenDocument): boolean {
    const former = this.#open.get(uri);
    const inclusions = kind === 'requests' ? this.#inclusionsOf(file) : this.#comparedWith(file);
    if (kind !== 'requests' && former === undefined && inclusions.length === 0) return false;
    this.#open.set(uri, { uri, file, inclusions });
    this.#closed.delete(plainUri(uri));
    return !isSameList(former?.inclusions ?? [], inclusions);
  }

  /** Forgets a document that was closed. */
  close(uri: string): void {
    this.#open.delete(uri);
    this.#options.delete(uri);
    this.#there.delete(uri);
  }

  /** Forgets what was read of a file that has changed. */
  drop(uri: string): void {
    const key = plainUri(uri);
    this.#read.delete(key);
    this.#closed.delete(key);
  }

  /** Returns the open documents that may take the file as a body. */
  includersOf(uri: string): readonly string[] {
    const key = plainUri(uri);
    return [...this.#open.values()]
      .filter((including) => including.inclusions.some((one) => this.#candidates(including, one).includes(key)))
      .map((including) => including.uri);
  }

  /** Returns the request whose body the file is by inclusion; open documents come first. */
  associationOf(uri: string): BodyAssociation | undefined {
    const key = plainUri(uri);
    for (const including of [...this.#open.values(), ...this.#closed.values()]) {
      const found = including.inclusions.find(
        (one) =>
          one.need === 'body' && this.#candidates(including, one).find((candidate) => this.#isThere(candidate)) === key,
      );
      if (found) return found.association;
    }
    return undefined;
  }

  /** Looks for request files in a folder, once, so that a JSON file is known by them; undefined when that is done already. */
  search(root: string | undefined): Promise<void> | undefined {
    const { files } = this.#parts;
    if (!files || root === undefined || this.#searched.has(root)) return undefined;
    this.#searched.add(root);
    return files.findRequestFiles(root).then(async (found) => {
      for (const uri of found) await this.readAgain(uri);
    });
  }

  /** Reads a request file that is not open, when its folder has been searched. */
  async readAgain(uri: string): Promise<void> {
    const { files, engine, openDocument } = this.#parts;
    if (!files || this.#searched.size === 0 || openDocument(uri)) return;
    const content = await files.read(uri);
    if (content === undefined || 'cause' in content || !mayInclude(content.text)) return;
    const file = engine.openFile(content.text);
    const inclusions = this.#inclusionsOf(file);
    if (inclusions.length > 0 && !openDocument(uri)) this.#closed.set(plainUri(uri), { uri, file, inclusions });
  }

  /** Reads what the document takes from files; undefined when all of it has been read. */
  load(document: OpenDocument): Promise<void> | undefined {
    const including = this.#open.get(document.uri);
    const { files } = this.#parts;
    if (!files || !including) return undefined;
    const missing = including.inclusions
      .flatMap((one) => this.#uris(including, one))
      .filter((uri) => !this.#parts.openDocument(uri) && !this.#read.has(plainUri(uri)));
    if (missing.length === 0) return undefined;
    return Promise.all(
      missing.map(async (uri) => {
        const content = await files.read(uri).catch(() => undefined);
        this.#read.set(plainUri(uri), content && ('text' in content ? { uri, text: content.text } : content));
      }),
    ).then(() => {
      this.#parts.onRead();
    });
  }

  /** Returns the options under which the document is checked: the same value until an included file changes. */
  optionsFor(uri: string, base: CheckOptions): CheckOptions {
    const including = this.#open.get(uri);
    if (!including || including.inclusions.length === 0) return base;
    const sources = including.inclusions.map((one) => this.#sourceOf(including, one));
    const known = this.#options.get(uri);
    if (known?.base === base && isSameSources(known.sources, sources)) return known.options;
    const options = { ...base, context: { ...base.context, include: this.#includer(including, base) } };
    this.#options.set(uri, { base, sources, options });
    return options;
  }

  /** Returns where an included file is: the first place that has it, or else the one in addition to the document. */
  fileOf(document: string, { path }: Inclusion): string | undefined {
    const uris = candidateUris(document, path, this.#parts.rootOf(document));
    return uris.find((uri) => this.#isThere(plainUri(uri))) ?? uris[0];
  }

  /** Returns the converter of spans of an included file. */
  rangesAt(location: string): RangeOf | undefined {
    const { openDocument, engine, encoding } = this.#parts;
    const open = openDocument(location);
    const read = this.#read.get(plainUri(location));
    const block = open
      ? open.file.blocks.at(0)
      : read && 'text' in read
        ? engine.openBody(read.text, { method: '', target: '', at: '' }).blocks.at(0)
        : undefined;
    return block && rangesIn(block, 0, encoding);
  }

  /** An edit may make another request of the one that includes the file, so what it asks for is looked up by its path. */
  #includer(including: IncludingFile, base: CheckOptions) {
    const known = new Map<string, IncludedBody | undefined>();
    return (wanted: Inclusion): IncludedBody | undefined => {
      const key = keyOfInclusion(wanted);
      if (known.has(key)) return known.get(key);
      const source = this.#sourceOf(including, wanted);
      const found = source && this.#bodyOf(source, wanted, base);
      known.set(key, found);
      return found;
    };
  }

  #bodyOf(source: Source, { path, association, need }: Inclusion, base: CheckOptions): IncludedBody {
    if ('cause' in source) return { kind: 'unreadable', cause: source.cause };
    const { engine } = this.#parts;
    const { uri, text } = source;
    if (need === 'requests') {
      const opened = () =>
        source.file ?? (isMarkdownName(plainUri(uri)) ? engine.openMarkdown(text) : engine.openFile(text));
      return {
        kind: 'read',
        location: uri,
        problems: [],
        requests: () => requestsOfFile(engine, opened(), base.context),
      };
    }
    if (need === 'script') return { kind: 'read', location: uri, problems: [], script: text };
    if (need === 'rows') {
      let columns: ReturnType<typeof columnsOfRows> | undefined;
      return { kind: 'read', location: uri, problems: [], columns: () => (columns ??= columnsOfRows(text, path)) };
    }
    const problems = need === 'body' ? engine.checkBody(text, association, base) : [];
    return { kind: 'read', location: uri, problems };
  }

  #sourceOf(including: IncludingFile, inclusion: Inclusion): Source | undefined {
    let first: Source | undefined;
    for (const uri of this.#uris(including, inclusion)) {
      const source = this.#source(uri, inclusion.need !== 'presence');
      if (source === undefined) return undefined;
      if ('text' in source) return source;
      first ??= source;
    }
    return first;
  }

  #source(uri: string, isTextNeeded: boolean): Source | undefined {
    const open = this.#parts.openDocument(uri);
    if (!open) return this.#read.get(plainUri(uri));
    // That it is there does not change with each key in it.
    if (!isTextNeeded) {
      const known = this.#there.get(open.uri) ?? { uri: open.uri, text: '' };
      this.#there.set(open.uri, known);
      return known;
    }
    if (open.fullLength !== undefined) return undefined;
    return this.#ofOpenFile.of(open.file, [], () => ({
      uri: open.uri,
      text: this.#parts.engine.textOf(open.file),
      file: open.file,
    }));
  }

  /** A file that was never read may exist. */
  #isThere(candidate: string): boolean {
    const source = this.#read.get(candidate);
    return source === undefined || 'text' in source || this.#parts.openDocument(candidate) !== undefined;
  }

  #uris({ uri }: IncludingFile, { path }: Inclusion): readonly string[] {
    return candidateUris(uri, path, this.#parts.rootOf(uri));
  }

  #candidates(including: IncludingFile, inclusion: Inclusion): readonly string[] {
    return this.#uris(including, inclusion).map(plainUri);
  }

  /** Of a body file, the configuration can name the files that it is compared with. */
  #comparedWith(file: RequestFile): readonly Inclusion[] {
    if (file.association?.directives?.['rights-of'] === undefined) return none;
    return this.#ofBody.of(file.association, [], () => usersOfKeyIn(this.#parts.engine.parse(file, 0)));
  }

  #inclusionsOf(file: RequestFile): readonly Inclusion[] {
    return file.blocks.total(this.#inclusions) ?? none;
  }
}

const none: readonly Inclusion[] = [];

function keyOfInclusion({ path, association, need }: Inclusion): string {
  return JSON.stringify([path, association, need]);
}

function isSameList(a: readonly Inclusion[], b: readonly Inclusion[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

function isSameSources(a: readonly (Source | undefined)[], b: readonly (Source | undefined)[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}
