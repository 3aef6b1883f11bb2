import * as vscode from 'vscode';
import { describeSize } from '@rulebook/sender/response';
import type { KeptResponse } from './kept-responses';
import { previewKindOf } from './preview-page';
import { showFindingsCommand } from './response-findings';
import { hasTable } from './table-rows';
import { copySecretCommand, keepSecretCommand, secretLines } from './secret-lines';

/** The number of secrets that have a lens. */
const maxLenses = 100;

/** What the lenses of a response depend on next to it. */
interface LensFacts {
  readonly differences: number;
  /** The same request received a response before. */
  readonly isComparable: boolean;
}

/** Returns the lenses of a response. */
export function lensesOf(
  uri: string,
  { text, secrets, body, isCut, exchange, isArriving, channel }: KeptResponse,
  { differences, isComparable }: LensFacts,
): vscode.CodeLens[] {
  const lens = (line: number, title: string, command: string, more: readonly unknown[] = []) =>
    new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command, arguments: [uri, ...more] });
  if (isArriving === true) {
    const ofChannel =
      channel === undefined
        ? []
        : [
            lens(0, vscode.l10n.t('Send Message…'), 'rulebook.sendMessage'),
            lens(0, vscode.l10n.t('Close Connection'), 'rulebook.closeConnection'),
          ];
    return [...ofChannel, lens(0, vscode.l10n.t('Cancel'), 'rulebook.cancelSend')];
  }
  const copies = secretLines(text, secrets.slice(0, maxLenses)).flatMap(({ line, index, name }) => [
    lens(line, vscode.l10n.t('Copy {0}', name), copySecretCommand, [index]),
    lens(line, vscode.l10n.t('Keep…'), keepSecretCommand, [index]),
  ]);
  const whole = [0, ...(isCut === true ? [text.split('\n').length - 2] : [])].flatMap((line) =>
    isCut === true && body !== undefined
      ? [
          lens(
            line,
            vscode.l10n.t('Open All ({0}, secrets are not masked)', describeSize(body.size)),
            'rulebook.openWholeBody',
          ),
          lens(line, vscode.l10n.t('Save Body…'), 'rulebook.saveResponse'),
        ]
      : [],
  );
  const kind = exchange && body && previewKindOf(exchange);
  const shown =
    kind === undefined || kind === 'html'
      ? []
      : [
          lens(
            0,
            kind === 'image' ? vscode.l10n.t('Show Picture') : vscode.l10n.t('Open with Another Program…'),
            'rulebook.previewResponse',
          ),
        ];
  const isBinary = exchange?.response.binary !== undefined && body !== undefined;
  const about = [
    ...shown,
    ...(isBinary ? [lens(0, vscode.l10n.t('Save Body…'), 'rulebook.saveResponse')] : []),
    ...(exchange && hasTable(exchange) ? [lens(0, vscode.l10n.t('Table'), 'rulebook.showResponseTable')] : []),
    ...(isComparable ? [lens(0, vscode.l10n.t('Compare with Last Response'), 'rulebook.compareLastResponse')] : []),
    ...(differences === 0
      ? []
      : [
          lens(
            0,
            differences === 1
              ? vscode.l10n.t('1 difference from the description')
              : vscode.l10n.t('{0} differences from the description', differences),
            showFindingsCommand,
          ),
        ]),
  ];
  const { next, previous } = exchange?.pages ?? {};
  const pages = [
    ...(previous ? [lens(0, vscode.l10n.t('Previous Page'), 'rulebook.previousPage')] : []),
    ...(next
      ? [
          lens(0, vscode.l10n.t('Next Page'), 'rulebook.nextPage'),
          lens(0, vscode.l10n.t('Fetch All Pages…'), 'rulebook.fetchAllPages'),
        ]
      : []),
  ];
  return [...whole, ...about, ...pages, ...copies];
}
