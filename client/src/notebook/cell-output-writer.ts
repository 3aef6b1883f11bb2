import * as vscode from 'vscode';
import type { ArrivingPlace } from '../response/arriving-text';
import type { CellOutputs, ShownOutcome } from './cell-outputs';

/** In milliseconds: between two states of a response that arrives. Each state goes to the page of the notebook as a whole. */
const pause = 400;
/** In UTF-16 code units: of a response that arrives, this much of the end is shown. */
const longestArriving = 20_000;

/** Writes the output of a cell that runs. */
export interface CellOutputWriter {
  /** Adds what became of a request. */
  readonly add: (one: ShownOutcome) => void;
  /** Returns what shows a response while it arrives, below those that are complete. */
  readonly arriving: (label: string) => ArrivingPlace;
  /** Returns whether something is shown. */
  readonly isEmpty: () => boolean;
  /** Waits until all is written; the cell may end then. */
  readonly end: () => Promise<void>;
}

/** Returns what writes an output, which stays the same one, so that the page draws only what changes. `stop` cancels the request that runs. */
export function createCellOutputWriter(
  execution: Pick<vscode.NotebookCellExecution, 'replaceOutput' | 'replaceOutputItems'>,
  outputs: Pick<CellOutputs, 'ofArriving' | 'items'>,
  stop: () => void,
): CellOutputWriter {
  const shown: ShownOutcome[] = [];
  let running: (() => ShownOutcome) | undefined;
  let output: vscode.NotebookCellOutput | undefined;
  let written: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let number = 0;
  const write = () => {
    const items = outputs.items([...shown, ...(running === undefined ? [] : [running()])]);
    if (output === undefined) {
      output = new vscode.NotebookCellOutput(items);
      written = Promise.resolve(execution.replaceOutput([output]));
    } else written = Promise.resolve(execution.replaceOutputItems(items, output));
  };
  /** Writes the latest state, and then at most one in each pause. */
  const writeSoon = () => {
    if (timer !== undefined || running === undefined) return;
    write();
    running = undefined;
    timer = setTimeout(() => {
      timer = undefined;
      writeSoon();
    }, pause);
  };
  return {
    add: (one) => {
      running = undefined;
      shown.push(one);
      write();
    },
    arriving: (label) => {
      const since = Date.now();
      const own = ++number;
      return {
        longest: longestArriving,
        update: (text, more) => {
          running = () => outputs.ofArriving({ label, since, number: own, text: text(), more }, stop);
          writeSoon();
        },
      };
    },
    isEmpty: () => shown.length === 0,
    end: async () => {
      clearTimeout(timer);
      running = undefined;
      await written;
    },
  };
}
