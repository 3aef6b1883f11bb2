// What is loaded with the first notebook.
import type * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { createCellMessages, type CellMessages } from './cell-messages';
import { createCellOutputs, type OutputTools } from './cell-outputs';
import { createCellRunner, type RunTools } from './run-cells';
import { createOpenNotebooks, type OpenNotebooks } from './open-notebooks';
import { createSerializer } from './serializer';
import type { CellForm } from '@rulebook/request-file/cells';

/** What the extension hands in; it has all of it already. */
export type NotebookTools = OutputTools & RunTools;

/** The notebooks of a window in which there was one. */
export interface StartedNotebooks extends vscode.Disposable, Pick<CellMessages, 'middleware'> {
  readonly notebooks: OpenNotebooks;
}

/** Returns what reads and writes the files of notebooks. */
export function notebookSerializer(form: CellForm): vscode.NotebookSerializer {
  return createSerializer(form);
}

/** Starts what shows notebooks to the language server, and sends their requests. */
export function startNotebooks(client: BaseLanguageClient, tools: NotebookTools): StartedNotebooks {
  const notebooks = createOpenNotebooks();
  const messages = createCellMessages(notebooks, client);
  const outputs = createCellOutputs(tools);
  const runner = createCellRunner(tools, notebooks, messages, outputs);
  return {
    notebooks,
    middleware: messages.middleware,
    dispose: () => {
      for (const one of [messages, outputs, runner]) one.dispose();
    },
  };
}
