import * as vscode from 'vscode';
import { associateBody, type Configuration } from '@rulebook/sender/configuration';
import { requestLineOfBody, requestWithBody } from '@rulebook/exchange';
import { configurationFolder, type WorkspaceConfiguration } from '../configuration/configuration';
import type { Commands } from '../ports/commands';
import { sendRequest } from './send-request';
import type { SendServices } from './send-services';

/** The commands for a JSON file that is the body of a request; each takes its URI, and without it means the active editor. */
const sendBody = 'rulebook.sendBody';
const insertBody = 'rulebook.insertBody';
/** What may be in a file for `associateBody` to look at, in lines. */
const headLines = 2_000;

type Association = NonNullable<ReturnType<typeof associateBody>>;

/** Shows over JSON files that are bodies what can be done with them. */
export function offerBodies(configuration: WorkspaceConfiguration): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const lenses = vscode.languages.registerCodeLensProvider([{ language: 'json' }, { language: 'jsonc' }], {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => {
      const isWanted = vscode.workspace.getConfiguration('rulebook', document).get<boolean>('codeLens') ?? true;
      const found = isWanted ? associationOf(document, configuration.of(document.uri)) : undefined;
      if (found === undefined) return [];
      const start = new vscode.Range(0, 0, 0, 0);
      const lens = (title: string, command: string) =>
        new vscode.CodeLens(start, { title, command, arguments: [document.uri] });
      return [
        // What is only a part of a body is not sent by itself.
        ...(found.at === '' ? [lens(vscode.l10n.t('Send as {0}', shortened(found)), sendBody)] : []),
        lens(vscode.l10n.t('Insert into Request File'), insertBody),
      ];
    },
  });
  return vscode.Disposable.from(
    changed,
    lenses,
    configuration.onChange(() => {
      changed.fire();
    }),
  );
}

/** Returns the commands for JSON files that are bodies. */
export function bodyCommands(services: SendServices): Commands {
  return {
    [sendBody]: async (uri) => {
      const document = await documentOf(uri);
      if (document === undefined) return;
      const found = associationOf(document, services.configuration.of(document.uri));
      if (found === undefined || found.at !== '') await explainBody(document, found);
      else await sendRequest(services, { uri: document.uri, line: 0 });
    },
    [insertBody]: async (uri) => {
      const document = await documentOf(uri);
      if (document !== undefined)
        await insert(document, associationOf(document, services.configuration.of(document.uri)));
    },
  };
}

/** Returns whether a command for requests means a JSON file, of which it then says what can be done. */
export function isBodyFile(document: vscode.TextDocument | undefined): document is vscode.TextDocument {
  return document?.languageId === 'json' || document?.languageId === 'jsonc';
}

function associationOf(document: vscode.TextDocument, configuration: Configuration): Association | undefined {
  if (!isBodyFile(document) || document.uri.path.endsWith('/rulebook.json')) return undefined;
  const folder = configurationFolder(document.uri)?.path.replace(/\/*$/, '/');
  const { path } = document.uri;
  const own = folder !== undefined && path.startsWith(folder) ? path.slice(folder.length) : path;
  return associateBody(own, document.getText(new vscode.Range(0, 0, headLines, 0)), configuration);
}

/** Says why a JSON file cannot be sent by itself, and what to do instead. */
async function explainBody(document: vscode.TextDocument, found: Association | undefined): Promise<void> {
  const name = vscode.l10n.t('Name Its Request…');
  const into = vscode.l10n.t('Insert into Request File');
  const answer = await vscode.window.showWarningMessage(
    found === undefined
      ? vscode.l10n.t(
          'It is not known of which request this file is the body. Name the request, or insert the file into one.',
        )
      : vscode.l10n.t(
          'This file is only a part of the body of {0}. Insert it into a request file, and complete it there.',
          shortened(found),
        ),
    ...(found === undefined ? [name, into] : [into]),
  );
  if (answer === into) await insert(document, found);
  if (answer !== name) return;
  const request = await vscode.window.showInputBox({
    title: vscode.l10n.t('Name Its Request'),
    prompt: vscode.l10n.t('Method and path; a comment in the first line of the file says it from then on.'),
    value: 'POST /',
    valueSelection: [6, 6],
    ignoreFocusOut: true,
    validateInput: (text) =>
      /^[a-z]+ +\S+$/i.test(text.trim()) ? undefined : vscode.l10n.t('Enter a method and a path, such as POST /items.'),
  });
  if (request === undefined) return;
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), requestLineOfBody(request));
  await vscode.workspace.applyEdit(edit);
}

async function insert(document: vscode.TextDocument, found: Association | undefined): Promise<void> {
  const open = vscode.workspace.textDocuments.filter(
    ({ languageId, uri, isClosed }) =>
      languageId === 'http' && !isClosed && /^(?:file|untitled|vscode-)/.test(uri.scheme),
  );
  const another = { label: vscode.l10n.t('New Request File'), description: '', document: undefined };
  const items = open.map((one) => ({
    label: one.uri.path.slice(one.uri.path.lastIndexOf('/') + 1),
    description: vscode.workspace.asRelativePath(one.uri),
    document: one,
  }));
  const picked =
    items.length === 0
      ? another
      : await vscode.window.showQuickPick<(typeof items)[number] | typeof another>([...items, another], {
          title: vscode.l10n.t('Insert into Request File'),
          placeHolder: vscode.l10n.t('Choose the file; the request is added at its end'),
        });
  if (picked === undefined) return;
  const target = picked.document ?? (await vscode.workspace.openTextDocument({ language: 'http', content: '' }));
  const editor = await vscode.window.showTextDocument(target, { preview: false });
  const end = target.positionAt(target.getText().length);
  editor.selection = new vscode.Selection(end, end);
  const before = target.getText();
  const start = before.trim() === '' ? '' : before.endsWith('\n') ? '\n###\n\n' : '\n\n###\n\n';
  const file = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
  const request = requestWithBody(document.getText(), found, file.split('.')[0] ?? 'name');
  await editor.insertSnippet(new vscode.SnippetString(escaped(start + request)), end);
}

function escaped(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}

function shortened({ method, target }: Association): string {
  const path = target.replace(/\{\{[^{}]*\}\}/g, '…');
  return `${method} ${path.length > 50 ? `${path.slice(0, 49)}…` : path}`;
}

async function documentOf(uri: unknown): Promise<vscode.TextDocument | undefined> {
  if (uri instanceof vscode.Uri) return vscode.workspace.openTextDocument(uri);
  const document = vscode.window.activeTextEditor?.document;
  if (isBodyFile(document)) return document;
  void vscode.window.showWarningMessage(vscode.l10n.t('Open a JSON file that is the body of a request first.'));
  return undefined;
}
