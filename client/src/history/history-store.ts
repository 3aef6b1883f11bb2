import * as vscode from 'vscode';
import type { HistoryFiles } from '../ports/ports';
import { nameOfEntry, outdatedFiles, type HistoryBounds } from './history-bounds';
import { readRecord, type HistoryRecord } from './history-record';

/** An entry of the history. */
export interface HistoryEntry {
  readonly name: string;
  readonly record: HistoryRecord;
}

/** The requests that were sent, and their responses. */
export interface HistoryStore {
  /** Never rejects: a history that cannot be written must not stop a request. */
  readonly add: (record: HistoryRecord) => Promise<void>;
  /** Returns the entries, the newest first. */
  readonly list: () => Promise<readonly HistoryEntry[]>;
  readonly remove: (name: string) => Promise<void>;
  readonly clear: () => Promise<void>;
}

/** What the store needs. */
interface HistoryStorePorts {
  readonly files: HistoryFiles;
  /** Returns undefined while the history is switched off. */
  readonly bounds: () => HistoryBounds | undefined;
  readonly now: () => number;
  readonly id: () => string;
  /** Receives a sentence for the user. */
  readonly report: (problem: string) => void;
  readonly changed: () => void;
}

/** Returns the history in these files. Each entry is a file of its own, so that several windows can write at the same time. */
export function createHistoryStore({ files, bounds, now, id, report, changed }: HistoryStorePorts): HistoryStore {
  const reported = new Set<string>();
  const reportOnce = (problem: string) => {
    if (reported.has(problem)) return;
    reported.add(problem);
    report(problem);
  };
  let tidying: 'idle' | 'running' | 'once more' = 'idle';
  const tidy = async () => {
    const limits = bounds();
    if (limits === undefined) return;
    for (const { name } of outdatedFiles(await files.list(), limits, now())) await files.remove(name);
  };
  /** Nothing waits for it, and several entries in a short time share it. */
  const tidySoon = () => {
    const isRunning = tidying !== 'idle';
    tidying = isRunning ? 'once more' : 'running';
    if (isRunning) return;
    const end = () => {
      const isDone = tidying === 'running';
      tidying = 'idle';
      if (!isDone) tidySoon();
    };
    tidy().then(end, end);
  };
  const readEntry = async (name: string): Promise<HistoryEntry | undefined> => {
    let text: string | undefined;
    try {
      text = await files.read(name);
    } catch {
      reportOnce(vscode.l10n.t('An entry of the history cannot be read and is left out: {0}.', name));
      return undefined;
    }
    if (text === undefined) return undefined;
    const record = readRecord(text);
    if (record === 'newer') {
      reportOnce(vscode.l10n.t('The history has entries of a newer version of Rulebook. They are kept and not shown.'));
      return undefined;
    }
    if (record === 'unreadable') {
      await files.setAside(name).catch(() => undefined);
      reportOnce(vscode.l10n.t('An entry of the history is damaged. It is kept aside as {0}.damaged.', name));
      return undefined;
    }
    return { name, record };
  };
  return {
    add: async (record) => {
      if (bounds() === undefined) return;
      try {
        await files.write(nameOfEntry(record.time, id()), `${JSON.stringify(record)}\n`);
      } catch (error) {
        reportOnce(
          vscode.l10n.t(
            'The response is not kept in the history: {0}.',
            error instanceof Error ? error.message : vscode.l10n.t('it cannot be written'),
          ),
        );
      }
      tidySoon();
      changed();
    },
    list: async () => {
      await tidy().catch(() => undefined);
      const names = (await files.list().catch(() => []))
        .map(({ name }) => name)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .reverse();
      const entries: HistoryEntry[] = [];
      for (const name of names) {
        const entry = await readEntry(name);
        if (entry !== undefined) entries.push(entry);
      }
      return entries;
    },
    remove: async (name) => {
      await files.remove(name);
      changed();
    },
    clear: async () => {
      for (const { name } of await files.list()) await files.remove(name);
      changed();
    },
  };
}
