import * as vscode from 'vscode';
import { answerScheme } from '../../../server/src/protocol';
import type { AnswerParams } from '../../../server/src/protocol';
import { answerColumn } from './answer-column';
import { KeptAnswers, type KeptAnswer } from './kept-answers';
import { secretLines } from './secret-lines';

/** The scheme of the read-only documents that show responses. The language server sees them as they are shown, with secrets masked. */
export const responseScheme = answerScheme;

/** The command that copies a secret; its arguments are the URI of the document and the index of the secret in its list. */
export const copySecretCommand = 'rulebook.copySecret';

/** In UTF-16 code units: longer texts are not passed to the language server, and much longer ones are cut. */
const longest = { checked: 256 * 1024, shown: 4 * 1024 * 1024 };
/** The language server is asked about documents with this ending only. */
const checkedEnding = '.http';
/** In milliseconds. */
const pause = { update: 300, close: 1000 };

/** The request, when it is known. */
export type Answered = Omit<AnswerParams, 'uri'>;

/** What belongs to a response besides its text. */
export interface AnswerDetails extends Partial<Omit<KeptAnswer, 'text'>> {
  readonly answered?: Answered;
}

/** A response that is arriving. */
export interface ArrivingAnswer {
  /** Shows what has arrived; called with each piece. */
  readonly update: (text: () => string) => void;
  readonly finish: (label: string, text: string, details?: AnswerDetails) => Promise<void>;
}

/** Shows responses beside the request. */
export interface ResponseView extends vscode.Disposable {
  /** Prepares a document for a response; it is opened with the first text. */
  readonly begin: (label: string) => ArrivingAnswer;
  /** Shows a JSON text that is not the response to a request of the user. */
  readonly showJson: (label: string, text: string) => Promise<void>;
  readonly copySecret: (uri: unknown, index: unknown) => Promise<void>;
  readonly saveBody: () => Promise<void>;
}

/** Returns the view of responses. It may be given only texts whose secrets are masked; `announce` receives what a document will show. */
export function createResponseView(announce: (params: AnswerParams) => Promise<void>): ResponseView {
  const answers = new KeptAnswers();
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let count = 0;

  const uriOf = (title: string, ending: string) =>
    vscode.Uri.from({ scheme: responseScheme, path: `/${title}${ending}` });
  const reveal = async (uri: vscode.Uri, language: 'http' | 'json') => {
    const opened = await vscode.workspace.openTextDocument(uri);
    const document =
      opened.languageId === language ? opened : await vscode.languages.setTextDocumentLanguage(opened, language);
    const viewColumn = answerColumn(responseScheme);
    await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
  };
  const begin = (label: string): ArrivingAnswer => {
    const number = ++count;
    let live: vscode.Uri | undefined;
    let waiting: (() => string) | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      if (waiting === undefined) return;
      const text = waiting();
      waiting = undefined;
      const isNew = live === undefined;
      live ??= uriOf(titleOfTab(number, label), '.txt');
      answers.set(live.toString(), { text, secrets: [] });
      if (isNew) void reveal(live, 'http');
      else changed.fire(live);
      timer = setTimeout(write, pause.update);
    };
    return {
      update: (text) => {
        waiting = text;
        timer ??= setTimeout(write, live === undefined ? 0 : pause.update);
      },
      finish: async (finalLabel, text, { answered, secrets = [], body } = {}) => {
        clearTimeout(timer);
        const shown = shorten(text);
        const isChecked = live === undefined && shown.length <= longest.checked;
        const uri = live ?? uriOf(titleOfTab(number, finalLabel), isChecked ? checkedEnding : '.txt');
        answers.set(uri.toString(), { text: shown, secrets, ...(body && { body }) });
        if (isChecked && answered !== undefined) await announce({ ...answered, uri: uri.toString() });
        if (live === undefined) await reveal(uri, 'http');
        else changed.fire(live);
        lensesChanged.fire();
      },
    };
  };

  const lensesChanged = new vscode.EventEmitter<void>();
  const active = () => vscode.window.activeTextEditor?.document.uri.toString() ?? '';
  const subscriptions = [
    changed,
    lensesChanged,
    vscode.workspace.registerTextDocumentContentProvider(responseScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) =>
        answers.get(uri.toString())?.text ?? '# This response is no longer kept. Send the request again.\n',
    }),
    vscode.languages.registerCodeLensProvider(
      { scheme: responseScheme },
      {
        onDidChangeCodeLenses: lensesChanged.event,
        provideCodeLenses: ({ uri }) => {
          const { text = '', secrets = [] } = answers.get(uri.toString()) ?? {};
          return secretLines(text, secrets).map(({ line, index, name }) => {
            const range = new vscode.Range(line, 0, line, 0);
            const title = `Copy ${name}`;
            return new vscode.CodeLens(range, {
              title,
              command: copySecretCommand,
              arguments: [uri.toString(), index],
            });
          });
        },
      },
    ),
    vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      const closedUris = closed.flatMap(({ input }) =>
        input instanceof vscode.TabInputText && input.uri.scheme === responseScheme ? [input.uri.toString()] : [],
      );
      if (closedUris.length === 0) return;
      // A tab that is moved closes in one group and opens in another.
      setTimeout(() => {
        for (const uri of closedUris) if (!isOnScreen(uri)) answers.delete(uri);
      }, pause.close);
    }),
  ];
  return {
    begin,
    showJson: async (label, text) => {
      const uri = uriOf(`${namePart(label)} (${++count})`, '.json');
      answers.set(uri.toString(), { text, secrets: [] });
      await reveal(uri, 'json');
    },
    copySecret: async (uri, index) => {
      const answer =
        typeof uri === 'string' ? answers.get(uri) : (withSecrets(answers.get(active())) ?? answers.lastWithSecrets());
      if (answer === undefined || answer.secrets.length === 0) {
        void vscode.window.showInformationMessage('No open response contains a secret.');
        return;
      }
      const items = answer.secrets.map(({ name, value }) => ({ label: name, value }));
      const chosen =
        typeof index === 'number'
          ? items[index]
          : items.length === 1
            ? items[0]
            : await vscode.window.showQuickPick(items, { placeHolder: 'Choose the secret to copy' });
      if (chosen === undefined) return;
      await vscode.env.clipboard.writeText(chosen.value);
      vscode.window.setStatusBarMessage(`${chosen.label} is copied.`, 3000);
    },
    saveBody: async () => {
      const { body } = answers.get(active()) ?? answers.lastWithBody() ?? {};
      if (body === undefined) {
        void vscode.window.showInformationMessage('No open response has a body to save.');
        return;
      }
      const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
      const name = `response.${body.extension}`;
      const uri = await vscode.window.showSaveDialog({
        title: 'Save Response Body (as received: secrets are not masked)',
        ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
      });
      if (uri === undefined) return;
      await vscode.workspace.fs.writeFile(uri, body.bytes);
      if (body.isWhole) vscode.window.setStatusBarMessage('The body is saved.', 3000);
      else
        void vscode.window.showWarningMessage(
          'Only the beginning of the body is saved, because the rest was not kept.',
        );
    },
    dispose: () => {
      for (const one of subscriptions) one.dispose();
    },
  };
}

function withSecrets(answer: KeptAnswer | undefined): KeptAnswer | undefined {
  return answer !== undefined && answer.secrets.length > 0 ? answer : undefined;
}

function isOnScreen(uri: string): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
  );
}

function shorten(text: string): string {
  if (text.length <= longest.shown) return text;
  // Time and size come after the body.
  const end = text.slice(text.lastIndexOf('\n\n') + 2).slice(-1000);
  return `${text.slice(0, longest.shown)}\n\n# The rest is not shown; "Rulebook: Save Response Body" saves it.\n${end}`;
}

function titleOfTab(number: number, label: string): string {
  return `Response ${number}: ${namePart(label)}`;
}

/** A label may hold anything; a path may not. */
function namePart(label: string): string {
  return label
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .trim()
    .slice(0, 60);
}
