import * as vscode from 'vscode';
import type { BaseLanguageClient, Middleware } from 'vscode-languageclient';
import type { Commands } from '../ports/commands';
import type { SendServices } from '../sending/send-services';
import { loadNotebooks } from './load-notebooks';
import type { StartedNotebooks } from './notebook';
import { notebookCommands } from './notebook-commands';
import { notebookTools } from './notebook-tools';
import { cellScheme, notebookTypes } from './notebook-types';

/** What the extension has of notebooks while none is open; the rest is loaded with the first one. */
export interface NotebookDoor {
  /** Shows the cells to the language server as files. */
  readonly inFrontOf: (
    middleware: Pick<Middleware, 'provideWorkspaceDiagnostics'>,
  ) => Required<Pick<Middleware, 'sendRequest' | 'sendNotification' | 'provideWorkspaceDiagnostics'>>;
  /** Opens the document with a request: of a file that is open as a notebook, all of its cells. */
  readonly openDocument: (uri: vscode.Uri) => Thenable<vscode.TextDocument>;
  /** Returns the commands of notebooks, and those for a request as cells need them. */
  readonly commands: (commands: Commands) => Commands;
  /** Waits for the first notebook. */
  readonly start: (client: BaseLanguageClient, services: SendServices) => vscode.Disposable;
}

/** Returns the door to what knows notebooks. */
export function createNotebookDoor(): NotebookDoor {
  let started: StartedNotebooks | undefined;
  let open: (value: StartedNotebooks) => void = () => undefined;
  const first = new Promise<StartedNotebooks>((resolve) => {
    open = resolve;
  });
  const isOpen = (uri: vscode.Uri) => started?.notebooks.find(uri.toString()) !== undefined;
  return {
    commands: (commands) => notebookCommands(() => started?.notebooks, commands),
    openDocument: (uri) =>
      started === undefined ? vscode.workspace.openTextDocument(uri) : started.notebooks.openDocument(uri),
    inFrontOf: ({ provideWorkspaceDiagnostics }) => ({
      sendRequest: async (type, param, token, next) => {
        const own = started ?? (isAboutCell(param) ? await first : undefined);
        return own === undefined ? next(type, param, token) : own.middleware.sendRequest(type, param, token, next);
      },
      sendNotification: async (type, next, params) => {
        const own = started ?? (isAboutCell(params) ? await first : undefined);
        return own === undefined ? next(type, params) : own.middleware.sendNotification(type, next, params);
      },
      provideWorkspaceDiagnostics: (resultIds, token, report, next) => {
        // Findings are in the cells.
        const reportOthers: typeof report = (part) => {
          const items = part?.items.map((one) => ('items' in one && isOpen(one.uri) ? { ...one, items: [] } : one));
          report(items === undefined ? part : { items });
        };
        return provideWorkspaceDiagnostics === undefined
          ? next(resultIds, token, reportOthers)
          : provideWorkspaceDiagnostics(resultIds, token, reportOthers, next);
      },
    }),
    start: (client, services) => {
      const subscriptions: vscode.Disposable[] = [];
      let isLoading = false;
      const look = async () => {
        const isOurs = ({ notebookType }: vscode.NotebookDocument) => Object.hasOwn(notebookTypes, notebookType);
        if (isLoading || !vscode.workspace.notebookDocuments.some(isOurs)) return;
        isLoading = true;
        const { startNotebooks } = await loadNotebooks();
        started = startNotebooks(client, notebookTools(services));
        subscriptions.push(started);
        open(started);
      };
      subscriptions.push(vscode.workspace.onDidOpenNotebookDocument(() => void look()));
      void look();
      return {
        dispose: () => {
          for (const one of subscriptions) one.dispose();
        },
      };
    },
  };
}

function isAboutCell(message: unknown): boolean {
  const { textDocument, uri, data } = (message ?? {}) as {
    readonly textDocument?: { readonly uri?: unknown };
    readonly uri?: unknown;
    readonly data?: { readonly cell?: unknown };
  };
  return [textDocument?.uri, uri, data?.cell].some(
    (one) => typeof one === 'string' && one.startsWith(`${cellScheme}:`),
  );
}
