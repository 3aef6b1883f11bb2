import { DocumentDiagnosticReportKind } from 'vscode-languageserver';
import type {
  CancellationToken,
  Diagnostic,
  PreviousResultId,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { forgetLines, isRequestFileName } from '@rulebook/request-file/syntax';
import { Sequence } from '@rulebook/text';
import type { CheckOptions, Engine } from '@rulebook/engine';
import type { Diagnoser } from './diagnoser';
import type { OpenDocument } from '../documents/documents';
import type { FilePorts } from '../ports/ports';
import { plainUri } from '../documents/uris';

/** Checks the request files, the Markdown files with requests and the bodies of the workspace that are not open, for clients that pull their diagnostics. */
export interface WorkspaceChecking {
  /**
   * Checks what has changed since `previous`, and reports each file; `report` takes parts of the result. Without changes, it waits for some. A newer call
   * ends an older one, and what that has not reported is reported by the newer one.
   */
  pull(
    previous: readonly PreviousResultId[],
    cancellation: CancellationToken,
    report?: (items: WorkspaceDocumentDiagnosticReport[]) => void,
  ): Promise<WorkspaceDiagnosticReport>;
  /** Records that a file has changed, is new, or was removed. */
  changed(uri: string): void;
  /** Records that a document was closed: from now on, its file counts. */
  closed(uri: string): void;
  /** Records that the settings have changed. */
  changedAll(): void;
}

/** What it needs of the session. */
interface WorkspaceCheckingParts {
  readonly engine: Engine;
  readonly diagnoser: Diagnoser;
  readonly files: FilePorts | undefined;
  /** Returns what a file is that is not open. */
  readonly contentOf: (uri: string, text: string) => Pick<OpenDocument, 'kind' | 'file'>;
  /** Looks for the request files that include a file, unless that was done. */
  readonly searchIncluders: (uri: string) => Promise<void> | undefined;
  readonly openDocument: (uri: string) => OpenDocument | undefined;
  readonly optionsOf: (document: Pick<OpenDocument, 'uri'>) => CheckOptions;
  readonly roots: () => readonly string[];
  /** Whether the user wants it. */
  readonly isOn: () => boolean;
  readonly releaseMemory: (() => Promise<void>) | undefined;
  /** Runs a task after the messages that have arrived. */
  readonly defer: (task: () => void) => void;
}

/** The client keeps all of it in memory. */
const limits = { files: 10_000, diagnostics: 5_000, length: 5_000_000 } as const;

/** How much is checked without a pause, in UTF-16 code units and blocks: a key that is pressed meanwhile waits for no more. */
const slice = { length: 8_000, blocks: 4 } as const;

/** After so many files it is asked whether much garbage is there. The runtime by itself would let it grow to a multiple of what is in use. */
const filesOfGarbage = 100;

/** What else may hold requests, or be the body of one. */
const others = /\.(?:jsonc?|md|markdown)$/i;

/** As many turns as a key needs to come first, with what it asks for. */
const turnsOfPause = 4;

/** Creates the checking of closed files of one session. */
export function createWorkspaceChecking(parts: WorkspaceCheckingParts): WorkspaceChecking {
  const { files } = parts;
  /** The URIs of the request files, by their plain form; undefined until they were searched. */
  let known: Map<string, string> | undefined;
  const dirty = new Set<string>();
  const results = new KeptResults();
  /** Files of which the client has forgotten what it was sent. */
  const forgotten = new Set<string>();
  let wake = (): void => undefined;
  let turn = 0;
  let checked = 0;

  const search = async (): Promise<void> => {
    if (known !== undefined || files === undefined) return;
    const found = new Map<string, string>();
    known = found;
    // Request files come first: a folder may hold very many JSON files.
    for (const more of [undefined, others])
      for (const root of parts.roots())
        for (const uri of await files.findRequestFiles(root, limits.files, more))
          if (found.size < limits.files) found.set(plainUri(uri), uri);
    for (const key of found.keys()) dirty.add(key);
  };

  return {
    async pull(previous, cancellation, report) {
      const own = ++turn;
      wake();
      const isEnded = (): boolean => turn !== own || cancellation.isCancellationRequested;
      const ofClient = new Map(previous.map(({ uri, value }) => [plainUri(uri), { uri, value }]));
      for (const [key, resultId] of results.ids()) if (ofClient.get(key)?.value !== resultId) dirty.add(key);
      const items: WorkspaceDocumentDiagnosticReport[] = [];
      let sent = 0;
      const send = (item: WorkspaceDocumentDiagnosticReport): void => {
        sent++;
        if (report) report([item]);
        else items.push(item);
      };
      const sendOne = (key: string, uri: string, found: readonly Diagnostic[]): void => {
        const { shown, resultId } = results.keep(key, found);
        const before = ofClient.get(key);
        const isForgotten = forgotten.delete(key);
        if (shown.length === 0) {
          ofClient.delete(key);
          if (before) send({ kind: DocumentDiagnosticReportKind.Full, uri: before.uri, version: null, items: [] });
          return;
        }
        if (before?.value === resultId && !isForgotten)
          send({ kind: DocumentDiagnosticReportKind.Unchanged, uri, version: null, resultId });
        else send({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, resultId, items: shown });
      };
      while (!isEnded()) {
        if (parts.isOn()) {
          await search();
          const [key] = dirty;
          if (key !== undefined) {
            dirty.delete(key);
            const uri = known?.get(key) ?? key;
            const found = await checkClosed(parts, uri, isEnded);
            if (found) sendOne(key, uri, found);
            else if (!parts.openDocument(uri)) dirty.add(key);
            await pause(parts);
            if (++checked % filesOfGarbage === 0) await parts.releaseMemory?.();
            continue;
          }
        } else {
          // Nothing is kept for later.
          known = undefined;
          dirty.clear();
          for (const key of new Set([...ofClient.keys(), ...results.ids().keys()])) sendOne(key, key, []);
        }
        if (sent > 0) break;
        await new Promise<void>((resolve) => {
          const listener = cancellation.onCancellationRequested(resolve);
          wake = () => {
            listener.dispose();
            resolve();
          };
        });
      }
      return { items };
    },
    changed(uri) {
      if (known === undefined || !(isRequestFileName(uri) || others.test(uri))) return;
      const key = plainUri(uri);
      if (!known.has(key) && known.size >= limits.files) return;
      known.set(key, known.get(key) ?? uri);
      dirty.add(key);
      wake();
    },
    closed(uri) {
      forgotten.add(plainUri(uri));
      this.changed(uri);
    },
    changedAll() {
      for (const key of known?.keys() ?? []) dirty.add(key);
      wake();
    },
  };
}

async function pause({ defer }: WorkspaceCheckingParts): Promise<void> {
  for (let turns = 0; turns < turnsOfPause; turns++)
    await new Promise<void>((resolve) => {
      defer(resolve);
    });
}

/** Most JSON files have nothing to do with requests, and may be large. */
async function isConcerned(parts: WorkspaceCheckingParts, uri: string): Promise<boolean> {
  if (!/\.jsonc?$/i.test(uri) || parts.openDocument(uri)) return true;
  await parts.searchIncluders(uri);
  const start = (await parts.files?.readStart?.(uri)) ?? '';
  return parts.files?.readStart === undefined || parts.contentOf(uri, start).kind === 'body';
}

/** Returns the diagnostics of a file; undefined when it is open, or the call has ended meanwhile. */
async function checkClosed(
  parts: WorkspaceCheckingParts,
  uri: string,
  isEnded: () => boolean,
): Promise<Diagnostic[] | undefined> {
  if (!(await isConcerned(parts, uri))) return [];
  const content = await parts.files?.read(uri);
  if (parts.openDocument(uri)) return undefined;
  if (content === undefined || 'cause' in content || content.text.length > limits.length) return [];
  const { kind, file: opened } = parts.contentOf(uri, content.text);
  if (kind === 'ignored' || kind === 'configuration') return [];
  const file = { ...opened, isNotOpen: true } as const;
  const options = parts.optionsOf({ uri });
  const { blocks } = file;
  let [from, length] = [0, 0];
  for (let index = 0; index < blocks.size; index++) {
    length += blocks.at(index)?.length ?? 0;
    if (length < slice.length && index - from < slice.blocks) continue;
    // The next version of the file begins with what is checked, so that only what is new is checked then.
    parts.engine.check({ ...file, blocks: Sequence.of(blocks.slice(0, index + 1)) }, options);
    [from, length] = [index + 1, 0];
    await pause(parts);
    if (isEnded()) return undefined;
  }
  const found = parts.diagnoser({ uri, version: 0, kind, file, serial: 0 }, options).items;
  forgetLines(file);
  return found;
}

/** What was found in the files with diagnostics, as far as the client keeps it. */
class KeptResults {
  readonly #results = new Map<string, { readonly resultId: string; readonly count: number }>();
  #used = 0;

  /** Returns the names of the results, by file. */
  ids(): ReadonlyMap<string, string> {
    return new Map([...this.#results].map(([key, { resultId }]) => [key, resultId]));
  }

  /** Records what was found, and returns as much of it as the client keeps. */
  keep(key: string, found: readonly Diagnostic[]): { readonly shown: Diagnostic[]; readonly resultId: string } {
    this.#used -= this.#results.get(key)?.count ?? 0;
    this.#results.delete(key);
    const shown = found.slice(0, Math.max(0, limits.diagnostics - this.#used));
    this.#used += shown.length;
    const resultId = digestOf(JSON.stringify(shown));
    if (shown.length > 0) this.#results.set(key, { resultId, count: shown.length });
    return { shown, resultId };
  }
}

/** Returns a name for a text that other texts do not have: FNV-1a, twice with different starts. */
function digestOf(text: string): string {
  let [one, two] = [0x811c9dc5, 0x01000193];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b) ^ (two >>> 13);
  }
  return `${(one >>> 0).toString(36)}-${(two >>> 0).toString(36)}-${text.length.toString(36)}`;
}
