import * as vscode from 'vscode';
import { holdsRequest } from '@rulebook/request-file/cells';
import type { CancelSignal } from '@rulebook/sender/plan';
import type { circumstancesOf } from '../sending/request-values';
import type { sendIterations } from '../sending/send-request';
import type { SendChoices } from '../sending/attempt';
import type { NextStep } from '../response/view/shown-responses';
import type { SendServices } from '../sending/send-services';
import type { CellMessages } from './cell-messages';
import { createCellOutputWriter, type CellOutputWriter } from './cell-output-writer';
import type { CellOutputs } from './cell-outputs';
import { notebookTypes } from './notebook-types';
import type { OpenNotebooks, PlacedCell } from './open-notebooks';

/** What sends the requests of cells is what sends those of files. */
export interface RunTools {
  readonly services: SendServices;
  readonly send: typeof sendIterations;
  readonly circumstancesOf: typeof circumstancesOf;
}

type Run = NonNullable<SendChoices['run']>;

/** What the cells of a run share: what the user has agreed to and entered. */
type Shared = Pick<Run, 'ofRun' | 'answers'> & { readonly isAlone: boolean };

/** Runs cells in their order. As in a run of a file, the first failure is the end, unless the setting says otherwise. */
export function createCellRunner(
  { services, send, circumstancesOf: circumstances }: RunTools,
  notebooks: OpenNotebooks,
  messages: Pick<CellMessages, 'sync'>,
  outputs: CellOutputs,
): vscode.Disposable {
  const runPlaced = async (
    placed: PlacedCell,
    shared: Shared,
    signal: CancelSignal,
    output: CellOutputWriter,
  ): Promise<boolean> => {
    const { cell, file, place } = placed;
    const { notebook } = cell;
    const { cannotSend } = services.ports;
    const refuse = (reason: string, steps: readonly NextStep[] = []): false => {
      output.add(outputs.ofRefusal(vscode.l10n.t('Not sent'), reason, steps));
      return false;
    };
    const refuseCancelled = () => refuse(vscode.l10n.t('It was cancelled before it was sent. Run the cell again.'));
    const uri = notebook.uri.toString();
    const copy = () => vscode.commands.executeCommand('rulebook.copyAs', uri, place.line);
    if (cannotSend !== undefined) return refuse(cannotSend, [{ title: vscode.l10n.t('Copy Request As…'), run: copy }]);
    await messages.sync(notebook);
    const order = await services.order({
      ...{ uri, version: file.version, lines: [[place.line, place.line + place.lines - 1]] },
      kept: services.reused.of(uri, circumstances(services, notebook.uri)),
    });
    if ('reason' in order) return refuse(order.reason);
    const isAlone = shared.isAlone && order.steps.length === 1;
    const again = () => void vscode.commands.executeCommand('notebook.cell.execute', rangeOf(cell));
    for (const { uri: at, line, given, imports } of order.steps) {
      if (signal.isCancelled) return refuseCancelled();
      let refused: string | undefined;
      const inCell = { isAlone, refused: (reason: string) => (refused = reason), arriving: output.arriving };
      const run: Run = { ofRun: shared.ofRun, ...(shared.answers && { answers: shared.answers }), signal, inCell };
      const choices = { root: uri, ...(given && { given }), ...(imports && { imports }), run };
      const outcomes = await send(services, { uri: vscode.Uri.parse(at), line }, choices);
      if (refused !== undefined) return refuse(refused);
      if (outcomes === undefined)
        return signal.isCancelled ? refuseCancelled() : refuse(vscode.l10n.t('It was not sent.'));
      let hasFailed = false;
      for (const outcome of outcomes) {
        const shown = await outputs.ofOutcome(outcome, again);
        hasFailed ||= shown.hasFailed;
        output.add(shown);
      }
      if (hasFailed) return false;
    }
    return !signal.isCancelled;
  };
  const runCell = async (controller: vscode.NotebookController, cell: vscode.NotebookCell, shared: Shared) => {
    const execution = controller.createNotebookCellExecution(cell);
    execution.start(Date.now());
    await execution.clearOutput();
    let hasSucceeded = false;
    let isCancelled = false;
    const stop = () => void vscode.commands.executeCommand('notebook.cell.cancelExecution', rangeOf(cell));
    const output = createCellOutputWriter(execution, outputs, stop);
    try {
      const placed = notebooks.cellOf(cell.document.uri.toString());
      // A cell of variables has nothing to send.
      if (placed === undefined || !holdsRequest(cell.document.getText())) hasSucceeded = true;
      else
        hasSucceeded = await services.sends.during(execution.token, async (signal) => {
          const result = await runPlaced(placed, shared, signal, output);
          isCancelled = signal.isCancelled;
          return result;
        });
    } finally {
      await output.end();
      execution.end(hasSucceeded, Date.now());
    }
    if (isCancelled) return 'cancelled';
    return hasSucceeded ? 'passed' : 'failed';
  };
  const controllers = Object.keys(notebookTypes).map((type) => {
    const controller = vscode.notebooks.createNotebookController(`${type}-sender`, type, 'Rulebook');
    controller.supportedLanguages = ['http'];
    controller.description = vscode.l10n.t('Sends requests as from the file');
    controller.executeHandler = async (cells, notebook) => {
      const shared: Shared = { ofRun: new Set(), answers: new Map(), isAlone: cells.length === 1 };
      const stops = vscode.workspace.getConfiguration('rulebook', notebook.uri).get<boolean>('stopAtFailure') ?? true;
      for (const cell of cells) {
        const end = await runCell(controller, cell, shared);
        if (end === 'cancelled' || (end === 'failed' && stops)) return;
      }
    };
    return controller;
  });
  return {
    dispose: () => {
      for (const one of controllers) one.dispose();
    },
  };
}

/** Returns the arguments of the command that executes a cell. */
export function rangeOf({ notebook, index }: vscode.NotebookCell): object {
  return { ranges: [{ start: index, end: index + 1 }], document: notebook.uri };
}
