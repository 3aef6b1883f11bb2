import type { Diagnostic } from 'vscode-languageserver';
import type { CheckOptions } from '@rulebook/engine';
import { spanInConfiguration, type Configuration } from '@rulebook/sender/configuration';
import type { BlockText } from '@rulebook/request-file/syntax';
import { createMemo, type Span } from '@rulebook/text';
import type { ServerPorts } from '../ports/ports';
import { configurationUri } from './settings';
import type { Settings } from './settings';
import { rangesIn, toNotice, type PositionEncoding } from '../documents/to-lsp';
import { plainUri } from '../documents/uris';

/** A kind of file that a `rulebook.json` names and that changes how the requests of its folder are checked. */
export interface OwnKind<Named, Value> {
  /** Returns what a configuration names. */
  readonly named: (configuration: Configuration) => readonly Named[];
  /** Returns what distinguishes one of them from the others when the configuration changes. */
  readonly keyOf: (named: Named) => string;
  /** Returns where the path of the file is in `rulebook.json`. */
  readonly memberOf: (named: Named, index: number) => readonly (string | number)[];
  /** Reads the file. Absent where there are no files. Never rejects. */
  readonly read?: (root: string, named: Named) => Promise<OwnReading<Value>>;
  /** Returns how files are checked with what was read, in the order in which it is named. */
  readonly checkWith: (base: CheckOptions, values: readonly Value[]) => CheckOptions;
}

/** What was read of a file. */
interface OwnReading<Value> {
  /** The URIs of what was read: when one of them changes, it is read again. */
  readonly files: readonly string[];
  /** Absent: it cannot be used, and what was read before holds. */
  readonly value?: Value;
  readonly problems: readonly OwnProblem[];
}

/** A problem of a file that was read, at a span of it; without a URI, of the path in `rulebook.json`. */
interface OwnProblem {
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'information';
  readonly uri?: string;
  readonly span?: Span;
}

/** What every kind needs of the session. */
interface OwnFilesParts {
  readonly readFile: ServerPorts['readFile'];
  readonly encoding: PositionEncoding;
  /** Is called when the checks of a folder have become others. */
  readonly onChange: () => void;
  /** Is called when the problems of a file have become others. */
  readonly onProblems: (uri: string) => void;
}

/** The files that the `rulebook.json` of each folder names. */
export interface OwnFiles {
  /** Returns how files of a folder are checked, with what has been read: the same value until it changes. */
  readonly checkOptionsOf: (settings: Settings, base: CheckOptions) => CheckOptions;
  /** Begins to read what a folder names, if that has not happened, and waits until it is read. */
  readonly whenRead: (settings: Settings) => Promise<void>;
  /** Returns what settles when what a folder names has been read; undefined while nothing is being read. */
  readonly reading: (settings: Settings) => Promise<unknown> | undefined;
  /** Takes over changed settings: what is no longer named is forgotten. */
  readonly update: (all: readonly Settings[]) => void;
  /** Reads again what depends on one of the files. */
  readonly changed: (uris: readonly string[]) => void;
  /** Returns what is wrong in such a file, or with the paths in a `rulebook.json`. */
  readonly diagnosticsOf: (uri: string) => readonly Diagnostic[];
}

/** What one `rulebook.json` names of a kind. */
interface Folder<Named, Value> {
  readonly root: string;
  readonly named: readonly Named[];
  readonly states: ReadonlyMap<string, State<Value>>;
  /** The same list until a file changes; absent while nothing has been read. */
  values: readonly Value[] | undefined;
  /** Settles when everything has been read that is being read. */
  pending: Promise<unknown>;
  /** Counts how often what is wrong was looked for. */
  round: number;
  /** By plain URI. */
  diagnostics: ReadonlyMap<string, { readonly uri: string; readonly list: readonly Diagnostic[] }>;
}

interface State<Value> {
  /** Counts the readings, so that only the newest one counts. */
  turn: number;
  /** Plain URIs of what has changed while it is being read; absent while it is not. */
  missed?: Set<string> | undefined;
  reading?: OwnReading<Value>;
  /** Stays while the file cannot be used. */
  value?: Value;
}

/** More problems of a file are counted, not shown. */
const maxShown = 100;

/** Knows the files of one kind. They are read when the first request file of their folder is checked. */
export function createOwnFiles<Named, Value>(kind: OwnKind<Named, Value>, parts: OwnFilesParts): OwnFiles {
  const folders = new Map<string, Folder<Named, Value>>();
  const withValues = createMemo<CheckOptions, CheckOptions>({ most: 100 });

  /** What `former` had read of the same names holds until it is read again. */
  const folderOf = ({ root, configuration }: Settings, former?: Folder<Named, Value>) => {
    if (root === undefined || kind.read === undefined) return undefined;
    const named = kind.named(configuration);
    const open = folders.get(root);
    if (open && isSame(open.named, named)) return open;
    if (named.length === 0) return undefined;
    const states = new Map<string, State<Value>>();
    for (const each of named) {
      const value = former?.states.get(kind.keyOf(each))?.value;
      states.set(kind.keyOf(each), { turn: 0, ...(value !== undefined && { value }) });
    }
    const made: Folder<Named, Value> = {
      root,
      named,
      states,
      values: former?.values && readValues(states),
      pending: Promise.resolve(),
      round: 0,
      diagnostics: new Map(),
    };
    folders.set(root, made);
    made.pending = Promise.all(named.map((each) => read(made, each)));
    return made;
  };

  const read = async (folder: Folder<Named, Value>, named: Named): Promise<void> => {
    const state = folder.states.get(kind.keyOf(named));
    if (state === undefined) return;
    const turn = ++state.turn;
    const missed = (state.missed = new Set<string>());
    const reading = await kind.read?.(folder.root, named);
    if (reading === undefined || turn !== state.turn || folders.get(folder.root) !== folder) return;
    state.missed = undefined;
    // It may have been read before it changed, and which files belong to it is known only now.
    if (reading.files.some((uri) => missed.has(plainUri(uri)))) return read(folder, named);
    state.reading = reading;
    if (reading.value !== undefined) {
      state.value = reading.value;
      folder.values = readValues(folder.states);
      parts.onChange();
    }
    const round = ++folder.round;
    const diagnostics = await diagnosticsIn(folder);
    // Of several that were read at a time, the last one knows of all.
    if (round !== folder.round) return;
    const former = folder.diagnostics;
    folder.diagnostics = diagnostics;
    for (const uri of new Set([...former.values(), ...folder.diagnostics.values()].map((each) => each.uri)))
      parts.onProblems(uri);
  };

  const diagnosticsIn = async ({ root, named, states }: Folder<Named, Value>) => {
    const found = new Map<string, { uri: string; problems: PlacedProblem[] }>();
    for (const [index, each] of named.entries()) {
      for (const problem of states.get(kind.keyOf(each))?.reading?.problems ?? []) {
        const placed = problem.uri === undefined ? { ...problem, member: kind.memberOf(each, index) } : problem;
        const uri = problem.uri ?? configurationUri(root) ?? root;
        const ofFile = found.get(plainUri(uri)) ?? { uri, problems: [] };
        ofFile.problems.push(placed);
        found.set(plainUri(uri), ofFile);
      }
    }
    const converted = [...found].map(async ([key, { uri, problems }]) => {
      const text = (await parts.readFile?.(uri)) ?? '';
      return [key, { uri, list: toDiagnostics(text, problems, parts.encoding) }] as const;
    });
    return new Map(await Promise.all(converted));
  };

  return {
    checkOptionsOf: (settings, base) => {
      const values = folderOf(settings)?.values;
      return values === undefined ? base : withValues.of(base, [values], () => kind.checkWith(base, values));
    },
    whenRead: async (settings) => {
      await folderOf(settings)?.pending;
    },
    reading: (settings) => {
      const folder = folderOf(settings);
      const isReading = folder && [...folder.states.values()].some(({ missed }) => missed !== undefined);
      return isReading === true ? folder?.pending : undefined;
    },
    update: (all) => {
      for (const folder of [...folders.values()]) {
        const settings = all.find(({ root }) => root === folder.root);
        if (settings && isSame(kind.named(settings.configuration), folder.named)) continue;
        folders.delete(folder.root);
        for (const { uri } of folder.diagnostics.values()) parts.onProblems(uri);
        // It was in use, so it is read again at once.
        if (settings) folderOf(settings, folder);
      }
    },
    changed: (uris) => {
      const plain = new Set(uris.map(plainUri));
      for (const folder of folders.values())
        for (const named of folder.named) {
          const { missed, reading } = folder.states.get(kind.keyOf(named)) ?? {};
          for (const uri of plain) missed?.add(uri);
          if (reading?.files.some((uri) => plain.has(plainUri(uri))) === true)
            folder.pending = Promise.all([folder.pending, read(folder, named)]);
        }
    },
    diagnosticsOf: (uri) => {
      const plain = plainUri(uri);
      return [...folders.values()].flatMap(({ diagnostics }) => diagnostics.get(plain)?.list ?? []);
    },
  };
}

/** Joins several kinds of files. */
export function joinOwnFiles(kinds: readonly OwnFiles[]): OwnFiles {
  return {
    checkOptionsOf: (settings, base) => kinds.reduce((options, kind) => kind.checkOptionsOf(settings, options), base),
    whenRead: async (settings) => {
      await Promise.all(kinds.map((kind) => kind.whenRead(settings)));
    },
    reading: (settings) => {
      const all = kinds.flatMap((kind) => kind.reading(settings) ?? []);
      return all.length === 0 ? undefined : Promise.all(all);
    },
    update: (all) => {
      for (const kind of kinds) kind.update(all);
    },
    changed: (uris) => {
      for (const kind of kinds) kind.changed(uris);
    },
    diagnosticsOf: (uri) => kinds.flatMap((kind) => kind.diagnosticsOf(uri)),
  };
}

/** A problem at a span of its file, or at a member of `rulebook.json`. */
type PlacedProblem = OwnProblem & { readonly member?: readonly (string | number)[] };

function toDiagnostics(
  text: string,
  problems: readonly PlacedProblem[],
  encoding: PositionEncoding,
): readonly Diagnostic[] {
  const block: BlockText = { text, length: text.length, lineEnds: 0 };
  const rangeOf = rangesIn(block, 0, encoding);
  const shown = problems.slice(0, maxShown).map(({ message, severity, span, member }) => {
    const place = member ? spanInConfiguration(text, member) : span;
    const notice = toNotice(message, severity);
    return place === undefined || place.end > text.length ? notice : { ...notice, range: rangeOf(place) };
  });
  const more = problems.length - shown.length;
  if (more <= 0) return shown;
  const message = `${more} further problems are not shown here. Run \`rulebook check\` on the file to list all of them.`;
  return [...shown, toNotice(message, 'information')];
}

function readValues<Value>(states: ReadonlyMap<string, State<Value>>): readonly Value[] {
  return [...states.values()].flatMap(({ value }) => (value === undefined ? [] : [value]));
}

/** Settings that came again are equal, and not the same object. */
function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
