import * as vscode from 'vscode';
import { definitionsIn, type RequestPlan, type Sent, type SystemPorts } from '../../../engine/src/index';
import { earlierStateKey, recordsOfEarlier } from './earlier-entries';
import type { HistoryBounds } from './history-bounds';
import { recordOf } from './history-record';
import { createHistoryStore, type HistoryFiles, type HistoryStore } from './history-store';
import { requestTextOf } from '../request-text';

type Answered = Extract<Sent, { readonly kind: 'answered' }>;

/** The requests that were sent from this workspace and their responses, with secrets masked. */
export interface History extends Pick<HistoryStore, 'list' | 'remove' | 'clear'>, vscode.Disposable {
  /** Keeps a send, unless the history is switched off or the request stays out of it. */
  readonly note: (document: vscode.TextDocument, line: number, plan: RequestPlan, sent: Answered) => Promise<void>;
  readonly isEnabled: () => boolean;
  readonly onChange: vscode.Event<void>;
}

/** What the history needs. */
export interface HistoryPorts {
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
  const takeOver = async () => {
    const earlier = context.workspaceState.get(earlierStateKey);
    if (store === undefined || earlier === undefined || bounds() === undefined) return;
    await context.workspaceState.update(earlierStateKey, undefined);
    for (const record of recordsOfEarlier(earlier)) await store.add(record);
  };
  return {
    note: async (document, line, plan, { request, response, secrets, endpoint }) => {
      if (store === undefined || bounds() === undefined || plan.isUnlogged === true) return;
      await takeOver();
      const source = { uri: document.uri.toString(), line };
      const definitions = definitionsIn(requestTextOf(document));
      const sent = { plan, request, response, secrets, endpoint: endpoint?.name, source, definitions };
      await store.add(recordOf({ ...sent, time: system.now() }));
    },
    list: async () => {
      await takeOver();
      return store?.list() ?? [];
    },
    remove: async (name) => store?.remove(name),
    clear: async () => {
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
