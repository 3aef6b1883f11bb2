import * as vscode from 'vscode';

/** Returns the words of the page of deliveries, which its script fills in. */
export function deliveriesWords() {
  return {
    title: vscode.l10n.t('Deliveries'),
    refresh: vscode.l10n.t('Refresh'),
    check: vscode.l10n.t('Check Signature…'),
    failedOnly: vscode.l10n.t('Failed only'),
    one: vscode.l10n.t('1 delivery, {0} failed'),
    several: vscode.l10n.t('{0} deliveries, {1} failed'),
    andMore: vscode.l10n.t('{0}; there are more'),
    timeline: vscode.l10n.t('Timeline: {0} from {1} to {2}. The table below has each of them.'),
    name: vscode.l10n.t('{0} of {1}'),
    open: vscode.l10n.t('Open {0}'),
    again: vscode.l10n.t('Redeliver'),
    againNamed: vscode.l10n.t('Redeliver {0}'),
    redelivery: vscode.l10n.t('redelivery'),
    event: vscode.l10n.t('Event'),
    status: vscode.l10n.t('Status'),
    duration: vscode.l10n.t('Duration'),
    deliveredAt: vscode.l10n.t('Delivered at'),
    actions: vscode.l10n.t('Actions'),
    more: vscode.l10n.t('More…'),
    reading: vscode.l10n.t('Reading…'),
  };
}

/** Returns the words of the page of a table. */
export function tableWords() {
  return {
    title: vscode.l10n.t('Table'),
    filter: vscode.l10n.t('Filter rows'),
    sort: vscode.l10n.t('Sort by {0}'),
    copy: vscode.l10n.t('Copy column {0}'),
    copyShort: vscode.l10n.t('Copy'),
    shown: vscode.l10n.t('{0} of {1} rows of {2}'),
    shownPart: vscode.l10n.t('{0} of the first {1} rows; {3} has {2}'),
    more: vscode.l10n.t('More…'),
  };
}
