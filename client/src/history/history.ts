import * as vscode from 'vscode';
import type { RequestPlan } from '@rulebook/sender/plan';
import type { Sent } from '@rulebook/sender/send';
import type { SystemPorts } from '@rulebook/sender/variables';
import { definitionsIn } from '@rulebook/request-file/syntax';
import { earlierStateKey, recordsOfEarlier } from './earlier-entries';
import type { HistoryBounds } from './history-bounds';
import { historyRecordOf, type HistoryRecord } from './history-record';
import type { HistoryFiles } from '../ports/ports';
import { createHistoryStore, type HistoryStore } from './history-store';
import { isSameRequest, type RequestKey } from '../response/compare-responses';
import type { EarlierResponse, Exchange } from '../response/kept-responses';
import { keptExchange } from './kept-exchange';
import { requestsInDocument } from '../editing/request-text';
import type { UsedEnvironment } from '../configuration/used-environment';

type Done = Exclude<Sent, { readonly kind: 'unsent' }>;

/** The requests that were sent from this workspace and their responses, with secrets masked. */
export interface History extends Pick<HistoryStore, 'list' | 'remove' | 'clear'>, vscode.Disposable {
  /** Keeps a send that the user did not cancel, unless the history is switched off or the request stays out of it; returns its time. */
  readonly note: (
    document: vscode.TextDocument,
    line: number,
    plan: RequestPlan,
    sent: Done,
    environment: UsedEnvironment,
  ) => Promise<number>;
  /** Returns whether the same request received a response before. */
  readonly hasEarlier: (key: RequestKey) => Promise<boolean>;
  /** Returns the earlier responses of the same request, the newest first. */
  readonly earlier: (key: RequestKey) => Promise<readonly Exchange[]>;
  /** Returns the latest response that suits; undefined when none is kept. */
  readonly find: (suits: (one: EarlierResponse) => boolean) => Promise<Exchange | undefined>;
  readonly isEnabled: () => boolean;
  readonly onChange: vscode.Event<void>;
}

/** What the history needs. */
interface HistoryPorts {
  readonly context: Pick<vscode.ExtensionContext, 'workspaceState' | 'storageUri' | 'globalStorageUri'>;
  /** Absent where there are no files: nothing is kept then. */
  readonly filesIn: ((folder: vscode.Uri) => HistoryFiles) | undefined;
  readonly system: Pick<SystemPorts, 'now' | 'guid'>;
  readonly log: vscode.LogOutputChannel;
}

/** Returns the history of the workspace; without one, that of the windows without a folder. */
export function createHistory({ context, filesIn, system, log }: HistoryPorts): History {
  const changed = new vscode.EventEmitter<void>();
  const folder = vscode.Uri.joinPath(context.storageUri ?? context.globalStorageUri, 'history');
  const files = filesIn?.(folder);
  const store =
    files &&
    createHistoryStore({
      files,
      bounds,
      now: system.now,
      id: system.guid,
      report: (problem) => {
        log.warn(problem);
        void vscode.window.showWarningMessage(problem);
      },
      changed: () => {
        changed.fire();
      },
    });
  /** The time of the first response of each request, as far as a user has asked. */
  let firsts: Promise<Map<string, number>> | undefined;
  const listAll = async () => {
    await takeOver();
    return (await store?.list()) ?? [];
  };
  const readFirsts = async () => {
    const times = new Map<string, number>();
    for (const { record } of await listAll()) noteFirst(times, record);
    return times;
  };
  const takeOver = async () => {
    const earlier = context.workspaceState.get(earlierStateKey);
    if (store === undefined || earlier === undefined || bounds() === undefined) return;
    await context.workspaceState.update(earlierStateKey, undefined);
    for (const record of recordsOfEarlier(earlier)) await store.add(record);
  };
  return {
    note: async (document, line, plan, sent, environment) => {
      const time = system.now();
      const isCancelled = sent.kind === 'failed' && sent.failure.kind === 'cancelled';
      if (store === undefined || bounds() === undefined || plan.isUnlogged === true || isCancelled) return time;
      await takeOver();
      const source = { uri: document.uri.toString(), line };
      const definitions = definitionsIn(requestsInDocument(document));
      const { request, secrets, endpoint } = sent;
      const exchange = { plan, request, secrets, endpoint: endpoint?.name, source, definitions, ...environment };
      const outcome = sent.kind === 'answered' ? { response: sent.response } : { failure: sent.failure };
      const record = historyRecordOf({ ...exchange, outcome, time });
      await store.add(record);
      if (firsts !== undefined) noteFirst(await firsts, record);
      return time;
    },
    list: listAll,
    hasEarlier: async (key) => ((await (firsts ??= readFirsts())).get(nameOfKey(key)) ?? Infinity) < key.time,
    earlier: async (key) => {
      const entries = (await listAll()).filter(({ record }) => {
        const { method, path, source, time } = record;
        return isAnswered(record) && isSameRequest({ method, path, uri: source.uri }, key) && time < key.time;
      });
      return entries.map(({ record }) => keptExchange(record, new Date(record.time).toLocaleString()));
    },
    find: async (suits) => {
      const found = (await listAll()).find(
        ({ record }) => isAnswered(record) && suits({ ...record, status: record.response.status }),
      );
      return found && keptExchange(found.record, new Date(found.record.time).toLocaleString());
    },
    remove: async (name) => {
      firsts = undefined;
      await store?.remove(name);
    },
    clear: async () => {
      firsts = undefined;
      await context.workspaceState.update(earlierStateKey, undefined);
      await store?.clear();
    },
    isEnabled: () => bounds() !== undefined,
    onChange: changed.event,
    dispose: () => {
      changed.dispose();
    },
  };
}

function noteFirst(times: Map<string, number>, record: HistoryRecord): void {
  if (!isAnswered(record)) return;
  const name = nameOfKey({ method: record.method, path: record.path, uri: record.source.uri });
  times.set(name, Math.min(times.get(name) ?? Infinity, record.time));
}

function isAnswered({ failure, isBrief }: HistoryRecord): boolean {
  return failure === undefined && isBrief !== true;
}

function nameOfKey({ method, path, uri }: Omit<RequestKey, 'time'>): string {
  return `${method} ${path}\n${uri}`;
}

const day = 24 * 60 * 60 * 1000;

function bounds(): HistoryBounds | undefined {
  const settings = vscode.workspace.getConfiguration('rulebook.history');
  if (settings.get<boolean>('enabled') === false) return undefined;
  const number = (name: string, usual: number) => {
    const value = settings.get<number>(name);
    return typeof value === 'number' && value > 0 ? value : usual;
  };
  return {
    entries: number('maximumEntries', 500),
    bytes: number('maximumSize', 50) * 1024 * 1024,
    age: number('maximumAge', 30) * day,
  };
}
