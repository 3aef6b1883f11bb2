import type { Engine } from '@rulebook/engine';
import {
  definedNames,
  importedBy,
  joinDefinedNames,
  linksOf,
  mayLink,
  type DefinedNames,
  type NameEntry,
} from '@rulebook/checker/names';
import {
  forgetLines,
  perForm,
  type BlockText,
  type RequestFile,
  isRequestFileName,
} from '@rulebook/request-file/syntax';
import type { Aggregate } from '@rulebook/text';
import type { OpenDocument } from '../documents/documents';
import type { FilePorts } from '../ports/ports';
import { rangesIn, type PositionEncoding } from '../documents/to-lsp';
import { candidateUris, plainUri } from '../documents/uris';

/** What the names of the workspace need of the session. */
interface WorkspaceNamesParts {
  /** Those of the server unless given. */
  readonly limits?: WorkspaceLimits;
  readonly engine: Engine;
  readonly encoding: PositionEncoding;
  readonly files: FilePorts | undefined;
  readonly openDocuments: () => readonly OpenDocument[];
  /** Returns the open document with this URI, however it is escaped. */
  readonly openDocument: (uri: string) => OpenDocument | undefined;
  readonly rootOf: (uri: string) => string | undefined;
  /** Returns the folders of the workspace. */
  readonly roots: () => readonly string[];
  /** Runs a task after the messages that have arrived. */
  readonly defer: (task: () => void) => void;
}

/** Something that has a name in a file, with its line and columns as the client counts. */
export interface PlacedEntry extends Pick<NameEntry, 'kind' | 'name' | 'detail' | 'resource'> {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** What is kept of a request file that is not open. */
interface FileSummary {
  readonly uri: string;
  readonly entries: readonly PlacedEntry[];
  /** The paths of the request files with which it shares names, as written. */
  readonly links: readonly string[];
  /** Those of them that it imports. */
  readonly imports: readonly string[];
  /** The paths of all files that it names, as written. */
  readonly files: readonly string[];
  readonly defined: DefinedNames;
}

/** The most files that are searched, and the most entries that are kept of them. */
export interface WorkspaceLimits {
  readonly files: number;
  readonly entries: number;
}
const defaultLimits: WorkspaceLimits = { files: 10_000, entries: 300_000 };

/** How much text is read without a pause, in UTF-16 code units: a key that is pressed meanwhile waits for no more. */
const slice = 50_000;

/**
 * What the request files of the workspace define. Files that are not open are read when this is needed for the first time, and again when they
 * change; open documents are read as they are in the editor.
 */
export class WorkspaceNames {
  readonly #parts: WorkspaceNamesParts;
  /** By plain URI; undefined for a file that cannot be read. */
  readonly #closed = new Map<string, FileSummary | undefined>();
  #built: Promise<void> | undefined;
  #entries = 0;
  /** How many blocks were read for summaries. */
  #read = 0;
  readonly #links: Aggregate<BlockText, readonly string[]>;
  readonly #imports: Aggregate<BlockText, readonly string[]>;
  readonly #limits: WorkspaceLimits;
  readonly #defined: Aggregate<BlockText, DefinedNames>;

  constructor(parts: WorkspaceNamesParts) {
    this.#parts = parts;
    this.#limits = parts.limits ?? defaultLimits;
    const { engine } = parts;
    this.#defined = {
      ofPiece: (block) => definedNames(engine.parseBlock(block)),
      join: joinDefinedNames,
    };
    const mayBlockLink = perForm(({ text }) => mayLink(text));
    const pathsBy = (pathsOf: typeof linksOf): Aggregate<BlockText, readonly string[]> => ({
      ofPiece: (block) => (mayBlockLink(block) ? pathsOf(engine.parseBlock(block)) : none),
      join(all) {
        const [first = none, ...others] = all.filter(({ length }) => length > 0);
        return others.length === 0 ? first : [first, ...others].flat();
      },
    });
    this.#links = pathsBy(linksOf);
    this.#imports = pathsBy(importedBy);
  }

  /** How many blocks of files that are not open were read, and how many entries are kept of them. */
  get counts(): { readonly blocks: number; readonly entries: number } {
    return { blocks: this.#read, entries: this.#entries };
  }

  /** Reads the request files of the workspace, unless that was done. */
  ready(): Promise<void> {
    return (this.#built ??= this.#build());
  }

  /** Reads a file again that has changed, if it was read. Waits until that is done. */
  async changed(uri: string): Promise<void> {
    if (!isRequestFileName(uri)) return;
    const key = plainUri(uri);
    if (this.#built === undefined && !this.#closed.has(key)) return;
    await this.#built;
    this.#keep(key, undefined);
    this.#closed.delete(key);
    await this.#load(uri);
  }

  /** Returns what is kept of the files that are not open. */
  *closed(): Generator<FileSummary, undefined> {
    for (const [key, summary] of this.#closed) if (summary && !this.#parts.openDocument(key)) yield summary;
    return undefined;
  }

  /** Returns the request files that name other files, with these paths as written. */
  *filesNamed(): Generator<Pick<FileSummary, 'uri' | 'files'>, undefined> {
    for (const summary of this.closed()) if (summary.files.length > 0) yield summary;
    for (const { uri, kind, file } of this.#parts.openDocuments()) {
      if (kind !== 'requests') continue;
      const files: string[] = [];
      for (let index = 0; index < file.blocks.size; index++)
        for (const { kind: named, name } of this.#parts.engine.names(file, index))
          if (named === 'file') files.push(name);
      if (files.length > 0) yield { uri, files };
    }
    return undefined;
  }

  /** Returns the URIs of the files with whose names a file works and that are there, in its order. */
  async importsOf(uri: string): Promise<readonly string[]> {
    const found: string[] = [];
    for (const path of await this.#linksOf(uri)) {
      const imported = await this.requestFileAt(uri, path);
      if (imported !== undefined && !found.includes(imported)) found.push(imported);
    }
    return found;
  }

  /** Returns the paths that a request file names and imports, and its names, as far as it was read; undefined when it was not. */
  known(uri: string): (Pick<FileSummary, 'links' | 'imports'> & { readonly defined: () => DefinedNames }) | undefined {
    const open = this.#parts.openDocument(uri);
    const closed = open ? undefined : this.#closed.get(plainUri(uri));
    if (closed) return { links: closed.links, imports: closed.imports, defined: () => closed.defined };
    if (!open) return undefined;
    return {
      links: this.linksOf(open),
      imports: (open.file.association ? undefined : open.file.blocks.total(this.#imports)) ?? none,
      defined: () =>
        (open.file.association ? undefined : open.file.blocks.total(this.#defined)) ?? joinDefinedNames([]),
    };
  }

  /** Returns the paths of the request files that an open document imports; the same list until they change. */
  linksOf({ kind, file }: OpenDocument): readonly string[] {
    return kind === 'requests' ? this.#linksIn(file) : none;
  }

  /** Returns the URI of the request file that a path in a file means, as far as the files were read. */
  knownFileAt(from: string, path: string): string | 'missing' | 'unread' {
    for (const uri of this.#candidates(from, path)) {
      const open = this.#parts.openDocument(uri);
      if (open) return open.uri;
      const key = plainUri(uri);
      if (!this.#closed.has(key)) return 'unread';
      const found = this.#closed.get(key);
      if (found) return found.uri;
    }
    return 'missing';
  }

  /** Returns a function that returns the URIs of the known files that may import a file. */
  importers(): (uri: string) => readonly string[] {
    const found = new Map<string, string[]>();
    const see = (from: string, links: readonly string[]): void => {
      for (const uri of new Set(links.flatMap((path) => this.#candidates(from, path).map(plainUri)))) {
        const known = found.get(uri);
        if (known === undefined) found.set(uri, [from]);
        else known.push(from);
      }
    };
    for (const { uri, links } of this.closed()) see(uri, links);
    for (const { uri, kind, file } of this.#parts.openDocuments())
      if (kind === 'requests') see(uri, this.#linksIn(file));
    return (uri) => found.get(plainUri(uri)) ?? none;
  }

  /** Returns the URI of the request file that a path in a file means; undefined when there is none. */
  async requestFileAt(from: string, path: string): Promise<string | undefined> {
    for (const uri of this.#candidates(from, path)) {
      const open = this.#parts.openDocument(uri);
      if (open) return open.uri;
      const summary = await this.#load(uri);
      if (summary) return summary.uri;
    }
    return undefined;
  }

  /** Returns the URI of the file that a path in a file means; undefined when there is none. */
  async existingFileAt(from: string, path: string): Promise<string | undefined> {
    for (const uri of this.#candidates(from, path)) {
      const open = this.#parts.openDocument(uri);
      if (open) return open.uri;
      if (await this.#parts.files?.isFile(uri)) return uri;
    }
    return undefined;
  }

  /** Returns the request file as it is now; undefined when it cannot be read. */
  async fileOf(uri: string): Promise<{ readonly file: RequestFile; readonly document?: OpenDocument } | undefined> {
    const document = this.#parts.openDocument(uri);
    if (document) return { file: document.file, document };
    const content = await this.#parts.files?.read(uri);
    return content && 'text' in content
      ? { file: { ...this.#parts.engine.openFile(content.text), isNotOpen: true } }
      : undefined;
  }

  /** Returns the URIs of the request files whose text contains one of some words. */
  async urisWith(words: readonly string[]): Promise<readonly string[]> {
    await this.ready();
    const isWanted = (text: string) => words.some((word) => text.includes(word));
    const found = this.#parts
      .openDocuments()
      .filter(({ kind, file }) => kind === 'requests' && [...file.blocks].some(({ text }) => isWanted(text)))
      .map(({ uri }) => uri);
    for (const { uri } of [...this.closed()]) {
      const content = await this.#parts.files?.read(uri);
      if (content && 'text' in content && isWanted(content.text)) found.push(uri);
    }
    return found;
  }

  /** Returns the entries of an open document. */
  entriesOf({ file }: OpenDocument): readonly PlacedEntry[] {
    const found: PlacedEntry[] = [];
    for (let index = 0; index < file.blocks.size && found.length < this.#limits.entries; index++)
      found.push(...this.#summaryOfBlock(file, index).entries);
    return found;
  }

  async #build(): Promise<void> {
    const { files, roots } = this.#parts;
    if (!files) return;
    let spent = 0;
    for (const root of roots()) {
      for (const uri of await files.findRequestFiles(root, this.#limits.files)) {
        if (this.#entries >= this.#limits.entries) return;
        const key = plainUri(uri);
        if (this.#closed.has(key) || this.#parts.openDocument(uri)) continue;
        const content = await files.read(uri);
        if (content === undefined || 'cause' in content) continue;
        spent = await this.#summarise(uri, content.text, spent);
      }
    }
  }

  async #load(uri: string): Promise<FileSummary | undefined> {
    const key = plainUri(uri);
    if (this.#closed.has(key)) return this.#closed.get(key);
    const content = await this.#parts.files?.read(uri);
    if (content && 'text' in content) await this.#summarise(uri, content.text, 0);
    else if (this.#closed.size < this.#limits.files * 2) this.#closed.set(key, undefined);
    return this.#closed.get(key);
  }

  /** Reads a file in slices; `spent` is what was read since the last pause, and so is what is returned. */
  async #summarise(uri: string, text: string, spent: number): Promise<number> {
    const file = this.#parts.engine.openFile(text);
    const entries: PlacedEntry[] = [];
    const links: string[] = [];
    const imports: string[] = [];
    const files: string[] = [];
    const defined: DefinedNames[] = [];
    let read = spent;
    for (let index = 0; index < file.blocks.size; index++) {
      const length = file.blocks.at(index)?.length ?? 0;
      read += length;
      if (read > slice) {
        await new Promise<void>((resolve) => {
          this.#parts.defer(resolve);
        });
        read = length;
      }
      this.#read++;
      const summary = this.#summaryOfBlock(file, index);
      entries.push(...summary.entries);
      links.push(...summary.links);
      imports.push(...summary.imports);
      files.push(...summary.files);
      defined.push(summary.defined);
      if (entries.length > this.#limits.entries) break;
    }
    forgetLines(file);
    // A part of a text keeps the whole text in memory, so the parts are copied.
    const kept = { entries, links, imports, files, defined: joinDefinedNames(defined) };
    const copy = JSON.parse(JSON.stringify(kept)) as Omit<FileSummary, 'uri'>;
    this.#keep(plainUri(uri), { uri, ...copy });
    return read;
  }

  #keep(key: string, summary: FileSummary | undefined): void {
    this.#entries += (summary?.entries.length ?? 0) - (this.#closed.get(key)?.entries.length ?? 0);
    this.#closed.set(key, summary);
  }

  #summaryOfBlock(file: RequestFile, index: number) {
    const { engine, encoding } = this.#parts;
    const { entries, links, imports, files, defined } = engine.summariseNames(file, index);
    const block = file.blocks.at(index);
    if (entries.length === 0 || block === undefined) return { entries: noEntries, links, imports, files, defined };
    const rangeOf = rangesIn(block, file.blocks.lineOf(index), encoding);
    const placed = entries.map(({ kind, name, detail, resource, span }): PlacedEntry => {
      const { start, end } = rangeOf(span);
      return {
        kind,
        name,
        detail,
        ...(resource && { resource }),
        line: start.line,
        start: start.character,
        end: end.line === start.line ? end.character : start.character,
      };
    });
    return { entries: placed, links, imports, files, defined };
  }

  async #linksOf(uri: string): Promise<readonly string[]> {
    const open = this.#parts.openDocument(uri);
    return open ? this.#linksIn(open.file) : ((await this.#load(uri))?.links ?? none);
  }

  #linksIn(file: RequestFile): readonly string[] {
    return file.association ? none : (file.blocks.total(this.#links) ?? none);
  }

  #candidates(from: string, path: string): readonly string[] {
    return candidateUris(from, path, this.#parts.rootOf(from));
  }
}

const none: readonly string[] = [];
const noEntries: readonly PlacedEntry[] = [];
