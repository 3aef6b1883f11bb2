import type { CookieJar, KeptCookie } from '@rulebook/sender/ports';
import * as vscode from 'vscode';
import { detailOfCookie, sortCookies } from './cookie-words';

interface CookieItem extends vscode.QuickPickItem {
  readonly cookie: KeptCookie;
}

const clearAll: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('clear-all'),
  tooltip: vscode.l10n.t('Delete All Cookies'),
};
const clearOrigin: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: vscode.l10n.t('Delete All Cookies of This Origin'),
};

/** Lists the cookies of this window by their origins, without their values, and deletes those that the user picks. */
export function showCookies(jar: CookieJar): void {
  if (jar.list().length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('This window keeps no cookies.'));
    return;
  }
  const pick = vscode.window.createQuickPick<CookieItem>();
  pick.title = vscode.l10n.t('Cookies');
  pick.placeholder = vscode.l10n.t('Choose the cookies to delete');
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.buttons = [clearAll];
  const update = () => {
    pick.items = itemsOf(jar.list());
    if (pick.items.length === 0) pick.hide();
  };
  pick.onDidAccept(() => {
    jar.delete(pick.selectedItems.map(({ cookie }) => cookie));
    pick.hide();
  });
  pick.onDidTriggerButton(() => {
    jar.clear();
    pick.hide();
  });
  pick.onDidTriggerItemButton(({ item }) => {
    jar.delete(jar.list().filter(({ origin }) => origin === item.cookie.origin));
    update();
  });
  pick.onDidHide(() => {
    pick.dispose();
  });
  update();
  pick.show();
}

function itemsOf(cookies: readonly KeptCookie[]): readonly CookieItem[] {
  return sortCookies(cookies).map((cookie) => ({
    label: cookie.name,
    description: cookie.origin,
    detail: detailOfCookie(cookie),
    buttons: [clearOrigin],
    cookie,
  }));
}
