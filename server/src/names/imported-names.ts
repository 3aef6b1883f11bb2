import type { CheckOptions } from '@rulebook/engine';
import {
  importedFacts,
  joinDefinedNames,
  withImportedNames,
  type DefinedNames,
  type ImportingFile,
} from '@rulebook/checker/names';
import type { ShownValues } from '@rulebook/sender/variables';
import type { RequestFile } from '@rulebook/request-file/syntax';
import type { OpenDocument } from '../documents/documents';
import { plainUri } from '../documents/uris';
import type { WorkspaceNames } from './workspace-names';

/** What the imported names need of the session. */
interface ImportedNamesParts {
  readonly names: WorkspaceNames;
  readonly textOf: (file: RequestFile) => string;
  readonly openDocuments: () => readonly OpenDocument[];
  /** Returns the open document with this URI. */
  readonly openDocument: (uri: string) => OpenDocument | undefined;
}

/** The most files that one file imports, also through others. */
const maxFiles = 200;

interface Remembered {
  readonly base: CheckOptions;
  readonly text: string;
  readonly options: CheckOptions;
}

/** Knows which names the open documents have from the files that they import. */
export class ImportedNames {
  readonly #parts: ImportedNamesParts;
  readonly #options = new Map<string, Remembered>();
  /** The lists of imports that were read, by document: what cannot be read is not tried again until they change. */
  readonly #tried = new Map<string, readonly string[]>();
  /** What is being read, by document. */
  readonly #reading = new Map<string, Promise<void>>();

  constructor(parts: ImportedNamesParts) {
    this.#parts = parts;
  }

  /** Returns whether an open document imports files. */
  get areUsed(): boolean {
    return this.#parts.openDocuments().some((document) => this.#parts.names.linksOf(document).length > 0);
  }

  /** Reads the files that a document imports; undefined when that was done. */
  load(document: OpenDocument): Promise<void> | undefined {
    const { names } = this.#parts;
    const { uri } = document;
    const links = names.linksOf(document);
    if (links.length === 0) return undefined;
    if (this.#tried.get(uri) === links) return this.#reading.get(uri);
    this.#tried.set(uri, links);
    if (this.#namesFor(uri) !== 'unread') return undefined;
    const reading = this.#read(uri).finally(() => {
      if (this.#reading.get(uri) === reading) this.#reading.delete(uri);
    });
    this.#reading.set(uri, reading);
    return reading;
  }

  /** Returns how a document is checked, with the names that it imports: the same value until they change. */
  optionsFor(uri: string, base: CheckOptions): CheckOptions {
    const document = this.#parts.openDocument(uri);
    if (!document || this.#parts.names.linksOf(document).length === 0) return base;
    const places = new Map<string, string>();
    const imported = this.#namesFor(uri, places);
    // While one of the files is not known, neither are the names.
    if (typeof imported === 'string') return base;
    const facts = importedFacts(document.uri, (location) => this.#importingFile(location));
    const text = JSON.stringify([imported, ...places, ...facts.circles, ...facts.requests, ...facts.repeated]);
    const known = this.#options.get(uri);
    if (known?.base === base && known.text === text) return known.options;
    const outsideNames = withImportedNames(base.context.outsideNames, imported, places, facts);
    const options = { ...base, context: { ...base.context, outsideNames } };
    this.#options.set(uri, { base, text, options });
    return options;
  }

  /** Returns the texts of the files that a document imports, also through others, in the order in which their definitions count. */
  async textsFor(uri: string): Promise<NonNullable<ShownValues['imported']>> {
    const { names, textOf } = this.#parts;
    const found = new Map<string, { readonly place: string; readonly path: string; readonly text: string }>();
    const seen = new Set([uri]);
    const open = [...(await names.importsOf(uri))];
    for (let next = open.shift(); next !== undefined && seen.size <= maxFiles; next = open.shift()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const content = await names.fileOf(next);
      if (content) found.set(next, { place: shownName(next), path: next, text: textOf(content.file) });
      open.unshift(...(await names.importsOf(next)));
    }
    return [...found.values()];
  }

  /** Forgets a document that was closed. */
  close(uri: string): void {
    this.#options.delete(uri);
    this.#tried.delete(uri);
    this.#reading.delete(uri);
  }

  /** Returns the names of all files that a file imports; `places` takes the file of each. */
  #namesFor(uri: string, places?: Map<string, string>): DefinedNames | 'missing' | 'unread' {
    const { names } = this.#parts;
    const found: DefinedNames[] = [];
    const seen = new Set([uri]);
    const open = [uri];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const file = names.known(next);
      if (file === undefined) return 'unread';
      if (next !== uri) {
        const defined = file.defined();
        found.push(defined);
        if (places) notePlaces(places, defined, shownName(next));
      }
      for (const path of file.links) {
        const imported = names.knownFileAt(next, path);
        if (imported === 'missing' || imported === 'unread') return imported;
        if (seen.has(imported)) continue;
        if (seen.size > maxFiles) return 'missing';
        seen.add(imported);
        open.push(imported);
      }
    }
    return joinDefinedNames(found);
  }

  #importingFile(uri: string): ImportingFile | undefined {
    const { names } = this.#parts;
    const file = names.known(uri);
    if (file === undefined) return undefined;
    const imports = file.imports.flatMap((path) => {
      const location = names.knownFileAt(uri, path);
      return location === 'missing' || location === 'unread' ? [] : [[path, location] as const];
    });
    return { imports: new Map(imports), defined: file.defined };
  }

  async #read(uri: string): Promise<void> {
    const seen = new Set([uri]);
    const open = [uri];
    for (let next = open.pop(); next !== undefined && seen.size <= maxFiles; next = open.pop()) {
      for (const imported of await this.#parts.names.importsOf(next)) {
        if (seen.has(imported)) continue;
        seen.add(imported);
        open.push(imported);
      }
    }
  }
}

function notePlaces(places: Map<string, string>, { variables, requests }: DefinedNames, file: string): void {
  for (const name of [...variables, ...requests]) if (!places.has(name)) places.set(name, file);
}

/** A file may have any name; what is a mark of Markdown in it is not shown. */
function shownName(uri: string): string {
  return plainUri(uri)
    .replace(/^.*\//s, '')
    .replace(/[\p{C}`*[\]<>()\\]/gu, '\uFFFD');
}
