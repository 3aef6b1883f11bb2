import * as vscode from 'vscode';
import { requestText, type ReceivedResponse } from '@rulebook/sender/plan';
import { describeSize, maskResponse, printJson } from '@rulebook/sender/response';
import { compareWithAnother, compareWithLast, type CompareServices } from './compare-responses';
import { previewKindOf } from './preview-page';
import type { ResponsePages } from './open-pages';
import { showFindingsCommand, type ResponseFindings } from './response-findings';
import type { BodyFiles } from '../ports/ports';
import type { Exchange, KeptResponse, SavedBody } from './kept-responses';
import type { ShownResponse } from './show-response';

/** What the actions need besides the responses. */
interface ResponseActionServices extends CompareServices {
  readonly findings: Pick<ResponseFindings, 'show'>;
  readonly showTable: (exchange: Exchange) => void;
  readonly files?: Pick<BodyFiles, 'saveWith'> | undefined;
  readonly pages: ResponsePages;
  /** Sends the request of an exchange once more, as it is in its file now. */
  readonly sendAgain: (exchange: Exchange) => Promise<void>;
  readonly sendPage: (exchange: Exchange, which: 'next' | 'previous') => Promise<void>;
  readonly fetchAllPages: (exchange: Exchange) => Promise<void>;
}

type Command = (...args: readonly unknown[]) => unknown;

/** Returns the commands in the title of the documents of responses. Without an argument they use the active response, or the latest one. */
export function responseActions(services: ResponseActionServices): Readonly<Record<string, Command>> {
  const { responses } = services;
  const withExchange =
    (run: (exchange: Exchange, shown: ShownResponse) => unknown): Command =>
    (uri) => {
      const shown = responses.find(uri, ({ exchange }) => exchange !== undefined);
      const exchange = shown?.answer.exchange;
      if (shown !== undefined && exchange !== undefined) return run(exchange, shown);
      void vscode.window.showInformationMessage(vscode.l10n.t('No response is open. Send a request first.'));
      return undefined;
    };
  return {
    'rulebook.saveResponse': async (uri) => {
      if (refuseKept(responses.find(uri))) return;
      const body = responses.find(uri, (answer) => answer.body !== undefined)?.answer.body;
      if (body !== undefined) return askAndSave(body);
      void vscode.window.showInformationMessage(vscode.l10n.t('No open response has a body to save.'));
    },
    'rulebook.openWholeBody': async (uri) => {
      const body = responses.find(uri, (answer) => answer.body !== undefined && answer.isCut === true)?.answer.body;
      if (body !== undefined) return openAll(body);
      void vscode.window.showInformationMessage(vscode.l10n.t('The open responses are shown as a whole.'));
    },
    'rulebook.saveWholeResponse': withExchange((exchange, shown) =>
      refuseKept(shown) ? undefined : saveWhole(exchange, shown.answer, services.files),
    ),
    'rulebook.copyResponseBody': withExchange((exchange, { answer }) => copyBody(exchange, answer)),
    'rulebook.showRawResponse': withExchange((_, { uri }) => {
      responses.showForm(uri, 'raw');
    }),
    'rulebook.formatResponse': withExchange((_, { uri }) => {
      responses.showForm(uri, 'pretty');
    }),
    'rulebook.sendResponseAgain': withExchange(services.sendAgain),
    'rulebook.compareResponse': withExchange((exchange, { uri }) => compareWithAnother(services, exchange, uri)),
    'rulebook.compareLastResponse': withExchange((exchange, { uri }) => compareWithLast(services, exchange, uri)),
    [showFindingsCommand]: services.findings.show,
    'rulebook.showResponseTable': withExchange((exchange, { uri }) => {
      if (!responses.showPart(uri, 'table')) services.showTable(exchange);
    }),
    'rulebook.openResponseAsText': withExchange((_, { uri }) => responses.showText(uri)),
    'rulebook.openResponseRequest': withExchange(openRequest),
    'rulebook.showResponseDetails': withExchange((exchange, { uri }) => {
      if (!responses.showPart(uri, 'details')) services.pages.showDetails(exchange);
    }),
    'rulebook.previewResponse': withExchange((exchange, { answer, uri }) => {
      const isHere = previewKindOf(exchange) !== 'elsewhere' && responses.showPart(uri, 'preview');
      return isHere ? undefined : services.pages.showPreview(exchange, answer.body);
    }),
    'rulebook.nextPage': withExchange((exchange) => services.sendPage(exchange, 'next')),
    'rulebook.previousPage': withExchange((exchange) => services.sendPage(exchange, 'previous')),
    'rulebook.fetchAllPages': withExchange(services.fetchAllPages),
    'rulebook.pinResponse': withExchange((_, { uri }) => responses.pin(uri)),
  };
}

/** Returns whether a response is of the history, which does not have it as it was received. */
function refuseKept(shown: ShownResponse | undefined): boolean {
  if (shown?.answer.exchange?.kept === undefined) return false;
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'The history keeps responses with their secrets masked. Copy the body, or send the request again and save its response.',
    ),
  );
  return true;
}

/** Asks where a body goes, and writes it as it came. */
export async function askAndSave(body: SavedBody): Promise<void> {
  const uri = await askWhere(
    `response.${body.extension}`,
    vscode.l10n.t('Save Response Body (as received: secrets are not masked)'),
  );
  if (uri === undefined) return;
  await writeBody(body, uri);
  reportSaved(vscode.l10n.t('The body is saved.'), body.isWhole);
}

/** Writes a body, from its file without reading it into the memory. */
async function writeBody(body: SavedBody, uri: vscode.Uri): Promise<void> {
  if (body.file === undefined) await vscode.workspace.fs.writeFile(uri, body.bytes);
  else await vscode.workspace.fs.copy(vscode.Uri.file(body.file), uri, { overwrite: true });
}

/** In bytes: the editor does not show longer files to extensions, and is slow with them. */
const longestOpened = 50 * 1024 * 1024;

async function openAll(body: SavedBody): Promise<void> {
  if (body.file === undefined) {
    const content = new TextDecoder().decode(body.bytes);
    const language = body.extension === 'json' ? 'json' : 'plaintext';
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
    return;
  }
  const file = vscode.Uri.file(body.file);
  if (body.size <= longestOpened) {
    await vscode.commands.executeCommand('vscode.open', file, { preview: true });
    return;
  }
  const save = vscode.l10n.t('Save Response Body…');
  const show = vscode.l10n.t('Show in Folder');
  const chosen = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The body has {0}. The editor does not work with files above 50 MB. Save the body, or open its file with another program.',
      describeSize(body.size),
    ),
    save,
    show,
  );
  if (chosen === show) await vscode.commands.executeCommand('revealFileInOS', file);
  else if (chosen === save) await askAndSave(body);
}

async function saveWhole({ response }: Exchange, { body }: KeptResponse, files: ResponseActionServices['files']) {
  const uri = await askWhere('response.http', vscode.l10n.t('Save Response (as received: secrets are not masked)'));
  if (uri === undefined) return;
  const head = new TextEncoder().encode(headOf(response));
  if (body?.file !== undefined) {
    if (files === undefined || uri.scheme !== 'file') {
      void vscode.window.showWarningMessage(
        vscode.l10n.t('A response of this size can be saved on this machine only.'),
      );
      return;
    }
    await files.saveWith(head, body.file, uri.fsPath);
    reportSaved(vscode.l10n.t('The response is saved.'), body.isWhole);
    return;
  }
  const bytes = body?.bytes ?? new Uint8Array();
  const all = new Uint8Array(head.length + bytes.length);
  all.set(head);
  all.set(bytes, head.length);
  await vscode.workspace.fs.writeFile(uri, all);
  reportSaved(vscode.l10n.t('The response is saved.'), body?.isWhole ?? true);
}

function headOf({ httpVersion, status, statusText, headers }: ReceivedResponse): string {
  const fields = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/${httpVersion} ${`${status} ${statusText}`.trimEnd()}\r\n${fields}\r\n`;
}

async function askWhere(name: string, title: string): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({ title, ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }) });
}

function reportSaved(message: string, isWhole: boolean): void {
  if (isWhole) vscode.window.setStatusBarMessage(message, 3000);
  else
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Only the beginning of the body is saved, because the rest was not kept.'),
    );
}

async function copyBody({ response, secrets }: Exchange, { form }: KeptResponse): Promise<void> {
  if (response.binary !== undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('The body is binary ({0}, {1}). Save it instead.', response.binary, describeSize(response.size)),
    );
    return;
  }
  const { body } = maskResponse(response, secrets);
  const text = form === 'raw' ? body : (printJson(body) ?? body);
  await vscode.env.clipboard.writeText(text);
  const said = copiedText(text.length, response.isTruncated, body !== response.body);
  vscode.window.setStatusBarMessage(said, 5000);
}

function copiedText(length: number, isBeginning: boolean, isMasked: boolean): string {
  if (isBeginning)
    return isMasked
      ? vscode.l10n.t('The beginning of the body is copied, with its secrets masked: {0} characters.', length)
      : vscode.l10n.t('The beginning of the body is copied: {0} characters.', length);
  if (isMasked) return vscode.l10n.t('The body is copied, with its secrets masked: {0} characters.', length);
  return length === 1
    ? vscode.l10n.t('The body is copied: 1 character.')
    : vscode.l10n.t('The body is copied: {0} characters.', length);
}

/** Opens the request of a response as a new document. */
export async function openRequest({ plan, secrets, definitions, kept }: Exchange): Promise<void> {
  const content = kept?.written ?? requestText(plan, { secrets, definitions });
  const document = await vscode.workspace.openTextDocument({ language: 'http', content });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One });
}
