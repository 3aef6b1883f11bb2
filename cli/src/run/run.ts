import { dirname } from 'node:path';
import { readMarkdownWith } from '@rulebook/engine';
import { harOf, type RecordedExchange } from '@rulebook/exchange';
import { availableSandbox, ownSandbox, type AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { beginWork } from '@rulebook/node/compiled-parts';
import { causeOf } from '@rulebook/node/files/files';
import { replacePrivately } from '@rulebook/node/files/private-file';
import { loadMarkdownWriter } from '@rulebook/node/shipped-markdown';
import { startSandboxProcess, type SandboxProcess } from '@rulebook/node/sandbox/sandbox-process';
import { cancelOnInterrupt } from '../cancel';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { findRequestInputs, textOfInput, type RequestInput, type RequestInputs } from '../requests/find-inputs';
import { problemOfPairs } from '../requests/variable-layers';
import { finishRun } from './finish-run';
import { chooseInputs, isByTags, problemOfChoice } from './run-choice';
import { runFiles } from './run-files';
import type { RunOptions } from './run-options';
import { isArazzoFile } from '../arazzo/is-arazzo';
import { placeProblem } from './place-problem';
import { reportProblem } from './run-report';
import { createRunSession } from './run-session';
import { outputProblem } from './save-body';

declare const RULEBOOK_VERSION: string;

/** Sends requests of files in order, prints the responses, and returns the exit code. */
export async function run(paths: readonly string[], options: RunOptions): Promise<number> {
  beginWork();
  readMarkdownWith(loadMarkdownWriter);
  const found = await findRequestInputs(paths, { takesInput: true });
  if (typeof found === 'string') return refuse(found);
  const problem = problemOfOptions(options, found);
  if (problem !== undefined) return refuse(problem);
  const title = paths.join(' ');
  if (!options.sandbox) return runInputs(found, title, options, await availableSandbox(environment));
  let started: SandboxProcess;
  const [{ path }] = found.inputs as readonly [RequestInput];
  try {
    started = await startSandboxProcess(process.argv[1] ?? '', ['--unlisted', ...playedOptions(dirname(path))]);
  } catch (error) {
    complain(error instanceof Error ? error.message : 'the sandbox could not be started');
    return exitCodes.unsent;
  }
  started.onLog(sayOnError);
  try {
    return await runInputs(found, title, options, ownSandbox(started.endpoints));
  } finally {
    started.stop();
  }
}

/** Returns why the options cannot be used together, or with the inputs. */
function problemOfOptions(options: RunOptions, found: RequestInputs): string | undefined {
  const { inputs, isSeveral } = found;
  const wrongPair = problemOfPairs(options.var);
  if (wrongPair !== undefined) return wrongPair;
  if (options.key !== undefined && options.cert === undefined)
    return '--key needs the certificate that it belongs to; add --cert';
  const [first] = inputs;
  const content = isSeveral || first === undefined ? undefined : textOfInput(first);
  if (content !== undefined && 'cause' in content) return `${first?.path ?? ''}: cannot be read: ${content.cause}`;
  if (options.workflow !== undefined && content !== undefined && !isArazzoFile(first?.path ?? '', content.text, true))
    return '--workflow chooses one of an Arazzo document; name such a document, or choose requests with --name, --line or --all';
  if (options.retryChanges === true && options.retryFailed === undefined)
    return '--retry-changes says what --retry-failed may send again; add --retry-failed';
  const isMany = options.all || options.withDependencies || options.sequence !== undefined || isByTags(options);
  if (options.output !== undefined && (options.repeat ?? 1) > 1)
    return '--output saves the body of one response; leave out --repeat';
  if (options.output !== undefined && isMany)
    return '--output saves the body of one response; choose the request with --name or --line';
  return (
    reportProblem(options.report) ??
    placesOf(options).flatMap(([option, path]) => placeProblem(option, path) ?? [])[0] ??
    problemOfChoice(options, found) ??
    (options.output === undefined ? undefined : outputProblem(options.output))
  );
}

/** Returns the files that a run is to write, each with its option. */
function placesOf({ report, har, output }: RunOptions): readonly (readonly [option: string, path: string])[] {
  return [
    ...report.map((path) => ['--report', path] as const),
    ...(har === undefined ? [] : [['--har', har] as const]),
    ...(output === undefined ? [] : [['--output', output] as const]),
  ];
}

/** Returns the options with which a sandbox plays the services of a folder, too. */
function playedOptions(folder: string): readonly string[] {
  const { services } = createConfigurationFinder()(folder).configuration;
  return services.length === 0 ? [] : ['--own-services', '--folder', folder];
}

function refuse(problem: string): number {
  complain(problem);
  return exitCodes.usage;
}

async function runInputs(
  found: RequestInputs,
  title: string,
  options: RunOptions,
  sandbox: AvailableSandbox,
): Promise<number> {
  const cancellation = cancelOnInterrupt();
  const session = createRunSession(options, sandbox, cancellation.signal);
  try {
    const inputs = chooseInputs(session.engine, found, options);
    if (typeof inputs === 'string') return refuse(inputs);
    // What is wrong with the options is said once, before anything is sent.
    const folders = [...new Set(inputs.map(({ path }) => dirname(path)))];
    const known = await Promise.all(folders.map(session.folderOf));
    const [problem] = known;
    if (typeof problem === 'string' && known.every((one) => typeof one === 'string')) return refuse(problem);
    const start = performance.now();
    const recorded: RecordedExchange[] = [];
    const { isSeveral } = found;
    const end = await runFiles(inputs, {
      ...{ session, isSeveral, start },
      record: options.har === undefined ? undefined : (exchange) => recorded.push({ ...exchange, ended: Date.now() }),
    });
    const code = finishRun(end, { options, isSeveral, title, signal: cancellation.signal, start });
    return options.har === undefined || writeRecording(options.har, recorded) ? code : exitCodes.unsent;
  } finally {
    cancellation.end();
    session.tools.transport.close();
  }
}

/** Writes what was recorded; returns whether that was possible. */
function writeRecording(path: string, recorded: readonly RecordedExchange[]): boolean {
  try {
    replacePrivately(path, harOf(recorded, RULEBOOK_VERSION));
    return true;
  } catch (error) {
    complain(`${path}: cannot be written: ${causeOf(error)}`);
    return false;
  }
}
