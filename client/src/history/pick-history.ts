import * as vscode from 'vscode';
import { describeDuration, describeSize } from '@rulebook/sender/response';
import { describeDay, describeTime } from '../editing/describe-time';
import { reportEmpty, type HistoryActions } from './history-actions';
import type { History } from './history';
import type { HistoryEntry } from './history-store';
import { groupByDay, searchHistory } from './search-history';
import { statusWords } from './status-words';

interface EntryItem extends vscode.QuickPickItem {
  readonly entry?: HistoryEntry;
}

const buttons = {
  openRequest: { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: vscode.l10n.t('Open as Request') },
  sendAgain: { iconPath: new vscode.ThemeIcon('debug-restart'), tooltip: vscode.l10n.t('Send Again') },
  compare: { iconPath: new vscode.ThemeIcon('diff'), tooltip: vscode.l10n.t('Compare with…') },
  remove: { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Remove from History') },
};
const clearButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('clear-all'),
  tooltip: vscode.l10n.t('Clear History'),
};

/** Lists the history for a search. Choosing an entry opens its response; its buttons do more. */
export async function showHistory(history: History, actions: HistoryActions): Promise<void> {
  const entries = await history.list();
  if (entries.length === 0) {
    reportEmpty(history);
    return;
  }
  const picker = createPicker(
    entries,
    vscode.l10n.t('Request History'),
    vscode.l10n.t('Search method, URL, status, file and bodies'),
  );
  picker.setButtons(Object.values(buttons));
  picker.pick.buttons = [clearButton];
  const running: Promise<void>[] = [];
  const run = (action: Promise<void>) => {
    running.push(action);
    picker.pick.hide();
  };
  picker.pick.onDidAccept(() => {
    const entry = picker.pick.selectedItems[0]?.entry;
    if (entry !== undefined) run(actions.open(entry));
  });
  picker.pick.onDidTriggerButton(() => {
    run(actions.clear());
  });
  picker.pick.onDidTriggerItemButton(({ button, item: { entry } }) => {
    if (entry === undefined) return;
    if (button === buttons.openRequest) run(actions.openRequest(entry));
    else if (button === buttons.sendAgain) run(actions.sendAgain(entry));
    else if (button === buttons.compare) run(compareKept(entry, entries, actions));
    else {
      running.push(actions.remove(entry));
      picker.drop(entry);
    }
  });
  await picker.show();
  await Promise.all(running);
}

/** Asks for the entry to compare with; those of the same request come first. */
export async function compareKept(
  entry: HistoryEntry,
  entries: readonly HistoryEntry[],
  actions: HistoryActions,
): Promise<void> {
  const others = entries.filter(({ name, record }) => name !== entry.name && record.failure === undefined);
  if (others.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('There is no other response in the history to compare with.'),
    );
    return;
  }
  const isAlike = ({ record }: HistoryEntry) =>
    record.method === entry.record.method && record.path === entry.record.path;
  const sorted = [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))];
  const picker = createPicker(
    sorted,
    vscode.l10n.t('Compare {0} With', entry.record.label),
    vscode.l10n.t('Choose the other response'),
    isAlike,
  );
  let other: HistoryEntry | undefined;
  picker.pick.onDidAccept(() => {
    other = picker.pick.selectedItems[0]?.entry;
    picker.pick.hide();
  });
  await picker.show();
  if (other !== undefined) await actions.compare(entry, other);
}

/** Returns a list with a search of its own: the editor's would not look into bodies. */
function createPicker(
  given: readonly HistoryEntry[],
  title: string,
  placeholder: string,
  isFirst: (entry: HistoryEntry) => boolean = () => false,
) {
  const pick = vscode.window.createQuickPick<EntryItem>();
  let entries = given;
  let search = searchHistory(entries);
  let ofItems: readonly vscode.QuickInputButton[] = [];
  const show = () => {
    const found = search(pick.value);
    const first = found.filter(isFirst);
    const groups = groupByDay(
      found.filter((entry) => !isFirst(entry)),
      describeDay,
    );
    pick.items = [
      ...(first.length > 0 ? [[vscode.l10n.t('The same request'), first] as const] : []),
      ...groups,
    ].flatMap(([label, group]): EntryItem[] => [
      { label, kind: vscode.QuickPickItemKind.Separator },
      ...group.map((entry) => ({ ...itemOf(entry), buttons: ofItems })),
    ]);
  };
  pick.title = title;
  pick.placeholder = placeholder;
  pick.onDidChangeValue(show);
  show();
  return {
    pick,
    /** Shows the list until it is closed. */
    show: () =>
      new Promise<void>((resolve) => {
        pick.onDidHide(() => {
          pick.dispose();
          resolve();
        });
        pick.show();
      }),
    setButtons: (items: readonly vscode.QuickInputButton[]) => {
      ofItems = items;
      show();
    },
    drop: (entry: HistoryEntry) => {
      entries = entries.filter(({ name }) => name !== entry.name);
      search = searchHistory(entries);
      show();
    },
  };
}

function itemOf(entry: HistoryEntry): EntryItem {
  const { method, path, label, endpoint, environment, source, request, response, isBrief, failure, time } =
    entry.record;
  const measures = isBrief || failure ? [] : [describeDuration(response.duration), describeSize(response.size)];
  const file = vscode.workspace.asRelativePath(vscode.Uri.parse(source.uri));
  return {
    label: `${method} ${isBrief ? path : request.url}`,
    description: joined([statusWords(entry.record), environment, ...measures, describeTime(time)]),
    detail: joined([file, ...(label === `${method} ${path}` ? [path] : [label]), endpoint, failure?.message]),
    alwaysShow: true,
    entry,
  };
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}
