import { membersOfObject } from '@rulebook/json/json-node';
import { redact } from '@rulebook/catalogue/masking/masker';
import type { RequestPlan } from '../plan/plan';
import type { ReceivedResponse } from '../plan/response';
import { reasonOf, refused, type Refusal } from '../refusal';
import type { SnapshotOutcome } from './evaluate-asserts';
import { readJsonText, type JsonItem, type JsonText } from './json-values';
import { differingLines, printSnapshot, snapshotOf } from './snapshot-text';

/** Which snapshots are written: `new` those that are missing, `all` also those that differ, `none` in a pipeline. */
export type SnapshotMode = 'new' | 'all' | 'none';

/** The files of snapshots, one next to each request file. */
export interface SnapshotFiles {
  /** Returns the path of the file for the requests of a file, as messages show it. */
  readonly nameOf: (requestFile: string | undefined) => string;
  /** Returns the text of a file; undefined where there is none. */
  readonly read: (requestFile: string | undefined) => Promise<string | undefined | Refusal>;
  /** Replaces a file as a whole, or says why that is not possible. */
  readonly write: (requestFile: string | undefined, text: string) => Promise<Refusal | undefined>;
}

/** What the snapshots of some runs have come to. */
export interface SnapshotCounts {
  readonly written: number;
  readonly updated: number;
}

/** Compares responses with their snapshots, and writes those that are missing. */
export interface SnapshotStore {
  readonly compare: (
    plan: RequestPlan,
    response: ReceivedResponse,
    options: { readonly secrets: readonly string[]; readonly ignored: readonly string[] },
  ) => Promise<SnapshotOutcome>;
  /** Puts a text that a comparison has returned in the place of a snapshot. */
  readonly replace: (requestFile: string | undefined, name: string, text: string) => Promise<Refusal | undefined>;
  /** Returns the names in the file of a request file that none of these requests has; `removes`: they are taken out. */
  readonly obsolete: (
    requestFile: string | undefined,
    names: ReadonlySet<string>,
    removes: boolean,
  ) => Promise<readonly string[]>;
  readonly counts: () => SnapshotCounts;
}

/** Returns whether a request is compared with a snapshot. */
export function hasSnapshot({ asserts = [] }: RequestPlan): boolean {
  return asserts.some(({ text }) => /^snapshot\b/.test(text));
}

/** Returns the name of a request among the snapshots of its file: what it is called, and in a repetition which time it is. */
export function snapshotNameOf({ name, label, turn }: RequestPlan): string {
  const own = redact(name ?? label);
  return turn === undefined ? own : `${own} (${turn.index + 1})`;
}

/** Creates a store. `isOneRun`: each request is sent once, so two of one name are a mistake. */
export function createSnapshots(files: SnapshotFiles, mode: SnapshotMode, isOneRun = false): SnapshotStore {
  const counts = { written: 0, updated: 0 };
  const lines = new Map<string, number | undefined>();
  const known = new Map<string | undefined, ReadSnapshots>();
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: each reads a file and may write it. */
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
  const read = async (requestFile: string | undefined): Promise<ReadSnapshots | { readonly problem: string }> => {
    const text = await files.read(requestFile);
    const name = files.nameOf(requestFile);
    if (typeof text === 'object') return { problem: `The snapshots in \`${name}\` cannot be read: ${reasonOf(text)}.` };
    if (text === undefined) return { text: '', entries: new Map() };
    const former = known.get(requestFile);
    if (former?.text === text) return former;
    const entries = entriesIn(text);
    if (entries === undefined)
      return {
        problem: `The snapshots in \`${name}\` cannot be read: the file is not as Rulebook writes it. Repair it, or delete it and run with \`--update-snapshots\`.`,
      };
    const found = { text, entries };
    known.set(requestFile, found);
    return found;
  };
  const write = async (
    requestFile: string | undefined,
    entries: ReadonlyMap<string, JsonItem>,
  ): Promise<string | undefined> => {
    const text = textOfSnapshots(entries);
    const problem = await files.write(requestFile, text);
    if (problem !== undefined)
      return `The snapshot cannot be written to \`${files.nameOf(requestFile)}\`: ${reasonOf(problem)}.`;
    known.set(requestFile, { text, entries });
    return undefined;
  };
  const compare = async (
    plan: RequestPlan,
    received: JsonText,
    ignored: readonly string[],
  ): Promise<SnapshotOutcome> => {
    const name = snapshotNameOf(plan);
    const key = JSON.stringify([plan.file, name]);
    const line = lines.get(key);
    if (isOneRun && lines.has(key) && line !== plan.line)
      return {
        problem: `Two requests of this file are called ${name}, so one snapshot would take the place of the other. Give each a name of its own: \`# @name\`.`,
      };
    lines.set(key, plan.line);
    const found = await read(plan.file);
    if ('problem' in found) return found;
    const entry = found.entries.get(name);
    const now = { source: received.source, node: received.root };
    const after = printSnapshot(now, ignored);
    const before = entry && printSnapshot(entry, ignored);
    if (before === after) return { kind: 'equal' };
    if (before === undefined && mode === 'none')
      return {
        problem: `There is no snapshot of ${name} in \`${files.nameOf(plan.file)}\`, and none is written where \`CI\` is set. Run the file with \`--update-snapshots\` on your machine, and commit what it writes.`,
      };
    if (before !== undefined && mode !== 'all') {
      const changed = differingLines(before, after);
      const count = (sign: string) => changed.filter((one) => one.startsWith(sign)).length;
      return {
        ...{ kind: 'different', name, expected: before, received: after, lines: changed },
        message: `The response differs from its snapshot (lines: ${count('-')} removed, ${count('+')} added). Where the response is right, run with \`--update-snapshots\`.`,
      };
    }
    const kept = readJsonText(after);
    const problem = await write(plan.file, withEntry(found.entries, name, kept ?? received));
    if (problem !== undefined) return { problem };
    counts[before === undefined ? 'written' : 'updated']++;
    return { kind: 'written' };
  };
  return {
    counts: () => ({ ...counts }),
    compare: async (plan, response, { secrets, ignored }) => {
      const received = snapshotOf(response, secrets);
      return 'problem' in received ? received : inTurn(() => compare(plan, received, ignored));
    },
    replace: async (requestFile, name, text) =>
      inTurn(async () => {
        const found = await read(requestFile);
        if ('problem' in found) return refused(found.problem);
        const entry = readJsonText(text);
        if (entry === undefined) return refused('the snapshot is not valid JSON');
        const problem = await write(requestFile, withEntry(found.entries, name, entry));
        return problem === undefined ? undefined : refused(problem);
      }),
    obsolete: async (requestFile, names, removes) =>
      inTurn(async () => {
        const found = await read(requestFile);
        if ('problem' in found) return [];
        // A time of a repetition is there as long as its request is.
        const isKnown = (name: string) => names.has(name) || names.has(name.replace(/ \(\d+\)$/, ''));
        const rest = [...found.entries.keys()].filter((name) => !isKnown(name));
        if (rest.length > 0 && removes)
          await write(requestFile, new Map([...found.entries].filter(([name]) => isKnown(name))));
        return rest;
      }),
  };
}

interface ReadSnapshots {
  readonly text: string;
  readonly entries: ReadonlyMap<string, JsonItem>;
}

function withEntry(
  entries: ReadonlyMap<string, JsonItem>,
  name: string,
  { source, root }: JsonText,
): ReadonlyMap<string, JsonItem> {
  return new Map([...entries, [name, { source, node: root }]]);
}

/** Returns the snapshots in the text of a file; undefined for another text. */
function entriesIn(text: string): ReadonlyMap<string, JsonItem> | undefined {
  const read = readJsonText(text);
  const members = read?.root.type === 'object' ? membersOfObject(read.root) : [];
  const snapshots = members.find(({ key }) => key === 'snapshots')?.value;
  if (read === undefined || snapshots?.type !== 'object') return undefined;
  const { source } = read;
  const entries = membersOfObject(snapshots).map(({ key, value }) => [key, { source, node: value }] as const);
  return entries.every(([, { node }]) => node.type === 'object') ? new Map(entries) : undefined;
}

/** Returns the text of a file: names in order, so that two branches add theirs in different places. */
function textOfSnapshots(entries: ReadonlyMap<string, JsonItem>): string {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted.map(([name, item]) => `    ${JSON.stringify(name)}: ${printSnapshot(item, [], '    ')}`);
  const body = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`;
  return `{\n  "about": ${JSON.stringify(about)},\n  "snapshots": ${body}\n}\n`;
}

const about = 'Responses that `?? snapshot` compares. `rulebook run --update-snapshots` writes them.';
