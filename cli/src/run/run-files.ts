import { runSteps } from '@rulebook/sender/send';
import type { RecordedExchange } from '@rulebook/exchange';
import type { CancelSignal } from '@rulebook/sender/plan';
import { createOutput, holdUntil, type Output } from '../output';
import { isArazzoFile } from '../arazzo/is-arazzo';
import { textOfInput, type RequestInput } from '../requests/find-inputs';
import { prepareFile, type FileProblem } from './prepare-file';
import { leftRequest } from './run-report';
import type { RunSession } from './run-session';
import { nextTurn } from '@rulebook/node/next-turn';
import { stopsAtFailure } from './send-policy';
import { sendFile, type SentFile } from './send-file';

/** What has become of a file of a run. */
export type FileEnd = (SentFile | { readonly path: string; readonly problem: FileProblem }) & {
  readonly output: Output;
};

/** How the files of a run are sent. */
interface RunFilesOptions {
  readonly session: RunSession;
  readonly isSeveral: boolean;
  /** When the run began, by its clock. */
  readonly start: number;
  readonly record: ((exchange: Omit<RecordedExchange, 'ended'>) => void) | undefined;
}

/** How a run has ended. */
export interface FilesEnd {
  /** In the order of the inputs. */
  readonly files: readonly FileEnd[];
  /** Requests were left, because one failed or the user cancelled. */
  readonly isStopped: boolean;
}

/** Sends the files one after the other, or some at a time; what each prints is kept together, in the order of the files. */
export async function runFiles(inputs: readonly RequestInput[], run: RunFilesOptions): Promise<FilesEnd> {
  const { session, isSeveral } = run;
  const { options, signal } = session;
  const shared = createOutput();
  const stops = stopsAtFailure(options);
  const state = { isStopped: false };
  const files: FileEnd[] = [];
  const sendOne = async (input: RequestInput, turn: Promise<void>): Promise<FileEnd> => {
    const { path } = input;
    const output = isSeveral ? holdUntil(turn, shared) : shared;
    const refuse = async (problem: FileProblem): Promise<FileEnd> => {
      const { message } = problem;
      await output.say(`rulebook: ${isSeveral && !message.startsWith(path) ? `${path}: ` : ''}${message}`);
      if (stops) state.isStopped = true;
      return { path, problem, output };
    };
    const content = /\.(?:ya?ml|json)$/i.test(path) ? textOfInput(input) : undefined;
    if (content !== undefined && 'text' in content && isArazzoFile(path, content.text, true)) {
      const { runDocument } = await import('./run-document');
      const end = await runDocument(path, content.text, {
        ...{ session, start: run.start, record: run.record, isStopped: () => state.isStopped },
        output: isSeveral && options.format !== 'json' ? titled(path, output) : output,
        isCompact: isSeveral && options.verbose !== true && options.format === 'text',
      });
      if ('code' in end) return refuse(end);
      state.isStopped ||= stops && end.isStopped;
      return { ...end, output };
    }
    const prepared = await prepareFile(input, session, isSeveral);
    if ('code' in prepared) return refuse(prepared);
    const { plans, snapshotLines, ...parts } = prepared;
    const sent = await sendFile(plans, {
      ...{ ...parts, path, options, signal, start: run.start, record: run.record },
      output: isSeveral && options.format !== 'json' ? titled(path, output) : output,
      isCompact: isSeveral && options.verbose !== true && options.format === 'text',
      // Of several files, those are sent at a time.
      parallel: isSeveral ? undefined : options.parallel,
      isStopped: () => state.isStopped,
      onFailure: () => {
        state.isStopped ||= stops;
      },
    });
    for (const line of await snapshotLines()) await output.say(`rulebook: ${line}`);
    return { ...sent, output };
  };
  const end = await runSteps<RequestInput, FileEnd>({
    steps: inputs,
    send: sendOne,
    onOutcome: async (file) => {
      await file.output.end();
      files.push(file);
    },
    hasFailed: () => state.isStopped,
    stopsAtFailure: stops,
    ...(options.parallel !== undefined && { parallel: options.parallel }),
    signal: stopSignal(signal, state),
    yieldToEvents: nextTurn,
  });
  const isStopped = end.isStopped || files.some((file) => 'isStopped' in file && file.isStopped);
  if (options.report.length > 0)
    for (const input of inputs.slice(files.length)) files.push(await leftFile(input, run, shared));
  return { files, isStopped };
}

function stopSignal(signal: CancelSignal, state: { readonly isStopped: boolean }): CancelSignal {
  return {
    get isCancelled() {
      return signal.isCancelled || state.isStopped;
    },
    onCancel: (listener) => signal.onCancel(listener),
  };
}

/** Returns an output that writes the path of its file before everything else. */
function titled(path: string, output: Output): Output {
  let isTitled = false;
  const title = async (): Promise<void> => {
    if (isTitled) return;
    isTitled = true;
    await output.write(`${path}\n`);
  };
  return {
    write: async (text) => {
      await title();
      await output.write(text);
    },
    say: async (text) => {
      await title();
      await output.say(text);
    },
    end: output.end,
  };
}

/** Returns what a report says of a file that the run did not reach. */
async function leftFile(
  input: RequestInput,
  { session, isSeveral }: RunFilesOptions,
  output: Output,
): Promise<FileEnd> {
  const prepared = await prepareFile(input, session, isSeveral);
  const { path } = input;
  if ('code' in prepared) return { path, problem: prepared, output };
  const reported = Array.from(prepared.plans, (plan) => leftRequest(plan, undefined));
  return { ...{ path, reported, results: [], marked: [], duration: 0, started: 0, isStopped: true, output } };
}
