import type { Diagnostic } from 'vscode-languageserver';
import type { CheckOptions, OutsideNames } from '@rulebook/engine';
import {
  environmentFileKind,
  exposedProblem,
  namedEnvironments,
  namesFor,
  parseEnvironmentFile,
  readEnvironments,
  type EnvironmentTables,
  type Environments,
  type FoundEnvironmentFile,
} from '@rulebook/request-file/environments';
import type { ShownValues } from '@rulebook/sender/variables';
import type { BlockText } from '@rulebook/request-file/syntax';
import { perObject } from '@rulebook/text';
import type { ServerPorts } from '../ports/ports';
import type { EnvironmentsParams } from '../protocol';
import { rangesIn, toNotice, type PositionEncoding } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';

/** What the environments need of the session. */
interface EnvironmentParts {
  readonly find: ServerPorts['environmentFiles'];
  readonly hasFolder: ServerPorts['hasFolder'];
  readonly encoding: PositionEncoding;
  /** Returns the folder of the workspace that holds a document. */
  readonly rootOf: (uri: string) => string | undefined;
  /** Is called when names or values have become others. */
  readonly onChange: () => void;
  /** Is called when the problems of a file have become others. */
  readonly onProblems: (uri: string) => void;
}

/** What was read for the request files of one folder. */
interface Folder {
  readonly found: readonly FoundEnvironmentFile[];
  readonly environments: Environments;
}

/** Folders that were read last are kept. */
const maxFolders = 500;
/** Of folders that were only searched for names, so many are kept. */
const maxFound = 2_000;

/** Knows the environments of the open documents, and the chosen ones. The files are read once for each folder, and again when one changes. */
export class DocumentEnvironments {
  readonly #parts: EnvironmentParts;
  readonly #folders = new Map<string, Folder>();
  /** What counts for documents that are not saved, by the roots of their settings. */
  readonly #ofUnsaved = new Map<string, Environments>();
  /** The files of all folders that were looked into for names, and their contents by path. */
  readonly #found = new Map<string, readonly FoundEnvironmentFile[]>();
  readonly #contents = new Map<string, FoundEnvironmentFile['content']>();
  readonly #loading = new Map<string, Promise<void>>();
  #diagnostics = new Map<string, { readonly uri: string; readonly list: readonly Diagnostic[] }>();
  readonly #exposed = new Set<string>();
  #params: EnvironmentsParams;

  constructor(parts: EnvironmentParts, params: EnvironmentsParams) {
    this.#parts = parts;
    this.#params = params;
  }

  /** Returns the environments of a document; undefined while they have not been read, and where there are no files. */
  of(uri: string): Environments | undefined {
    if (uri.startsWith('untitled:')) return this.#unsaved(uri);
    return this.#folders.get(ownFolder(uri, this.#parts))?.environments;
  }

  /** Returns the chosen environment of a document. */
  chosen(uri: string): string | undefined {
    const own = this.#params.documents?.find((one) => plainUri(one.uri) === plainUri(uri))?.environment;
    return (own ?? this.#params.environment) || undefined;
  }

  /** Returns the chosen environment of a document if it is defined there. */
  used(uri: string): string | undefined {
    const chosen = this.chosen(uri);
    if (chosen === undefined) return undefined;
    const known = this.of(uri) ?? readEnvironments([], this.tables(uri) ?? {});
    return namedEnvironments(known).some(({ name }) => name === chosen) ? chosen : undefined;
  }

  /** Whether values are shown in the lines of request files. */
  get showsHints(): boolean {
    return this.#params.inlayHints === true;
  }

  /** Returns the environments in the settings of the client; undefined where it sends none. */
  tables(uri: string): EnvironmentTables | undefined {
    const { folders } = this.#params;
    if (folders === undefined) return undefined;
    const root = this.#parts.rootOf(uri);
    const own = root && folders.find((folder) => folder.uri !== undefined && plainUri(folder.uri) === plainUri(root));
    return (own || folders.find((folder) => folder.uri === undefined))?.tables ?? {};
  }

  /** Returns what values in a document are shown from; undefined where nothing is known. */
  shownValues(uri: string): ShownValues | undefined {
    const environments = this.of(uri);
    return environments && { environments, environment: this.chosen(uri) };
  }

  /** Reads what counts for a document; undefined when that was done. */
  load(uri: string): Promise<void> | undefined {
    const folder = ownFolder(uri, this.#parts);
    const { find } = this.#parts;
    if (find === undefined || folder === '' || this.#folders.has(folder)) return undefined;
    const known = this.#loading.get(folder);
    if (known !== undefined) return known;
    const reading = find(uri)
      .catch(() => [])
      .then((found) => {
        // Otherwise a change came in between, and another reading follows.
        if (this.#loading.get(folder) !== reading) return this.load(uri);
        this.#loading.delete(folder);
        this.#keep(folder, uri, found);
        return undefined;
      });
    this.#loading.set(folder, reading);
    return reading;
  }

  /** Returns the files of variables that count for a document, which need not be open; what has not changed is the same value for all. */
  async filesFor(uri: string): Promise<readonly FoundEnvironmentFile[]> {
    const folder = ownFolder(uri, this.#parts);
    const known = this.#found.get(folder);
    if (known !== undefined || folder === '') return known ?? [];
    const read = (await this.#parts.find?.(uri).catch(() => [])) ?? [];
    const found = read.map((one): FoundEnvironmentFile => {
      const former = this.#contents.get(one.path);
      const isSame = former && 'text' in former && 'text' in one.content && former.text === one.content.text;
      if (!isSame) this.#contents.set(one.path, one.content);
      return isSame ? { ...one, content: former } : one;
    });
    if (this.#found.size < maxFound) this.#found.set(folder, found);
    return found;
  }

  /** Returns how a document is checked, with the names that it gets from environments: the same value until they change. */
  optionsFor(uri: string, base: CheckOptions): CheckOptions {
    const environments = this.of(uri);
    if (environments === undefined) return base;
    return withNames(outsideNames(environments)(this.chosen(uri) ?? ''))(base);
  }

  /** Reads again what depends on one of the files. */
  changed(uris: readonly string[]): void {
    const counts = (uri: string) => environmentFileKind(plainUri(uri)) !== undefined || uri.endsWith('/.gitignore');
    if (!uris.some(counts)) return;
    this.#forget();
  }

  /** Takes over what the client sends. */
  replace(params: EnvironmentsParams): void {
    if (JSON.stringify(params) === JSON.stringify(this.#params)) return;
    this.#params = params;
    this.#forget();
  }

  /** Chooses an environment for all documents; empty: none. */
  choose(environment: string): void {
    this.replace({ ...this.#params, environment });
  }

  /** Returns what is wrong in a file of variables. */
  diagnosticsOf(uri: string): readonly Diagnostic[] {
    return this.#diagnostics.get(plainUri(uri))?.list ?? [];
  }

  /** Returns whether a file of variables is private, and Git does not ignore it. */
  isExposed(uri: string): boolean {
    return this.#exposed.has(plainUri(uri));
  }

  /** A document that is not saved is in no folder, so it has what the settings define, and no files. */
  #unsaved(uri: string): Environments {
    const root = this.#parts.rootOf(uri) ?? '';
    const known = this.#ofUnsaved.get(root) ?? readEnvironments([], this.tables(uri) ?? {});
    this.#ofUnsaved.set(root, known);
    return known;
  }

  #forget(): void {
    this.#ofUnsaved.clear();
    this.#folders.clear();
    this.#found.clear();
    this.#contents.clear();
    this.#loading.clear();
    this.#parts.onChange();
  }

  #keep(folder: string, uri: string, found: readonly FoundEnvironmentFile[]): void {
    this.#folders.set(folder, { found, environments: readEnvironments(found, this.tables(uri)) });
    const [oldest] = this.#folders.keys();
    if (this.#folders.size > maxFolders && oldest !== undefined) this.#folders.delete(oldest);
    const read = new Map<string, FoundEnvironmentFile>();
    for (const one of [...this.#folders.values()].flatMap((each) => each.found)) read.set(plainUri(one.path), one);
    const former = this.#diagnostics;
    this.#diagnostics = new Map();
    this.#exposed.clear();
    for (const [key, one] of read) {
      const list = diagnosticsIn(one, this.#parts.encoding);
      if (one.isExposed) this.#exposed.add(key);
      if (list.length > 0) this.#diagnostics.set(key, { uri: one.path, list });
    }
    for (const one of [...former.values(), ...this.#diagnostics.values()])
      if (JSON.stringify(former.get(plainUri(one.uri))?.list) !== JSON.stringify(this.diagnosticsOf(one.uri)))
        this.#parts.onProblems(one.uri);
  }
}

/** More problems of a file are not shown. */
const maxShown = 100;

function diagnosticsIn(
  { path, content, isExposed }: FoundEnvironmentFile,
  encoding: PositionEncoding,
): readonly Diagnostic[] {
  if ('cause' in content) return [toNotice(`This file cannot be read: ${content.cause}.`, 'error')];
  const found = parseEnvironmentFile(path, content.text)?.problems ?? [];
  const problems = isExposed ? [exposedProblem, ...found] : found;
  if (problems.length === 0) return [];
  const block: BlockText = { text: content.text, length: content.text.length, lineEnds: 0 };
  const rangeOf = rangesIn(block, 0, encoding);
  return problems
    .slice(0, maxShown)
    .map(({ message, severity, span }) => ({ ...toNotice(message, severity), range: rangeOf(span) }));
}

const outsideNames = perObject((environments: Environments) => {
  const known = new Map<string, OutsideNames>();
  return (chosen: string): OutsideNames => {
    const names = known.get(chosen) ?? {
      ...namesFor(environments, chosen === '' ? undefined : chosen),
      requests: noRequests,
    };
    known.set(chosen, names);
    return names;
  };
});
const noRequests: ReadonlySet<string> = new Set();

const withNames = perObject((names: OutsideNames) =>
  perObject((base: CheckOptions): CheckOptions => ({ ...base, context: { ...base.context, outsideNames: names } })),
);

/** Returns the folder of a document whose files can be read; empty for any other. */
function ownFolder(uri: string, { hasFolder }: EnvironmentParts): string {
  return (hasFolder?.(uri) ?? uri.startsWith('file:')) ? plainUri(uri).replace(/[^/]*$/, '') : '';
}
