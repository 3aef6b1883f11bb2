import * as vscode from 'vscode';
import type { History } from './history';
import { describeDay, describeTime } from '../editing/describe-time';
import { sentHost, sentPath } from './history-record';
import { statusWords } from './status-words';
import type { HistoryEntry } from './history-store';
import { groupByDay } from './search-history';

type Node = { readonly day: string; readonly entries: readonly HistoryEntry[] } | { readonly entry: HistoryEntry };

/** Returns the view "History": its days with their requests. It reads the files only while it is visible. */
export function createHistoryTree(history: History): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  let isStale = false;
  /** The time of the latest entry that was in view. */
  let latest = Date.now();
  const days = async (): Promise<Node[]> =>
    groupByDay(await history.list(), describeDay).map(([day, entries]) => ({ day, entries }));
  const view = vscode.window.createTreeView<Node>('rulebook.history', {
    treeDataProvider: {
      onDidChangeTreeData: changed.event,
      getChildren: async (node): Promise<Node[]> => {
        if (node !== undefined) return 'entries' in node ? node.entries.map((entry) => ({ entry })) : [];
        return days();
      },
      getParent: async (node) =>
        'entry' in node
          ? (await days()).find((day) => 'entries' in day && day.entries.some(({ name }) => name === node.entry.name))
          : undefined,
      getTreeItem: (node) => ('entry' in node ? itemOfEntry(node) : itemOfDay(node.day)),
    },
  });
  const refresh = () => {
    isStale = !view.visible;
    if (!view.visible) return;
    changed.fire();
    // An entry that was removed meanwhile cannot be revealed.
    showNewest().catch(() => undefined);
  };
  const showNewest = async () => {
    const [newest] = await history.list();
    if (newest === undefined || newest.record.time <= latest) return;
    latest = newest.record.time;
    await view.reveal({ entry: newest }, { select: true, focus: false });
  };
  const subscriptions = [
    history.onChange(refresh),
    view.onDidChangeVisibility(() => {
      if (isStale) refresh();
    }),
  ];
  return vscode.Disposable.from(view, changed, ...subscriptions);
}

/** Returns whether the argument of a command is an entry of the view. */
export function isTreeEntry(node: unknown): node is { readonly entry: HistoryEntry } {
  return typeof node === 'object' && node !== null && 'entry' in node;
}

function itemOfDay(day: string): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(day, day === describeDay(Date.now()) ? Expanded : Collapsed);
  item.id = day;
  return item;
}

function itemOfEntry(node: { readonly entry: HistoryEntry }): vscode.TreeItem {
  const { record, name } = node.entry;
  const item = new vscode.TreeItem(`${record.method} ${sentPath(record)}`);
  item.id = name;
  const { environment, isProtected, failure } = record;
  const outcome = statusWords(record);
  const guard = isProtected ? vscode.l10n.t('protected') : undefined;
  // A narrow view cuts the end.
  const brief = failure === undefined ? String(record.response.status) : outcome;
  item.description = [brief, describeTime(record.time), environment, guard, sentHost(record)]
    .filter((part) => part !== undefined)
    .join(' · ');
  item.tooltip = [record.label, `${record.request.method} ${record.request.url}`, failure?.message]
    .filter((line) => line !== undefined)
    .join('\n');
  const { icon, color } = lookOfOutcome(failure === undefined ? record.response.status : undefined);
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(color));
  item.accessibilityInformation = {
    label: vscode.l10n.t(
      '{0} {1}, {2}, {3}',
      record.method,
      [sentPath(record), sentHost(record), environment, guard].filter((part) => part !== undefined).join(', '),
      failure === undefined ? vscode.l10n.t('status {0}', record.response.status) : outcome,
      describeTime(record.time),
    ),
  };
  item.contextValue = 'entry';
  item.command = { title: vscode.l10n.t('Open Response'), command: 'rulebook.openHistoryResponse', arguments: [node] };
  return item;
}

/** By the first digit of the status. */
const looks: Readonly<Record<number, { readonly icon: string; readonly color: string }>> = {
  3: { icon: 'pass', color: 'charts.blue' },
  4: { icon: 'warning', color: 'problemsWarningIcon.foreground' },
  5: { icon: 'error', color: 'testing.iconFailed' },
};

/** Returns the icon of a status, or of no response, in a colour of the theme. */
function lookOfOutcome(status: number | undefined): { readonly icon: string; readonly color: string } {
  if (status === undefined) return { icon: 'debug-disconnect', color: 'testing.iconFailed' };
  return looks[Math.floor(status / 100)] ?? { icon: 'pass', color: 'testing.iconPassed' };
}
