import { lstatSync, rmSync } from 'node:fs';
import { beginServing } from '@rulebook/node/compiled-parts';
import { lockFile } from '@rulebook/node/files/file-lock';
import { replacePrivately } from '@rulebook/node/files/private-file';
import { isLoopbackHost } from '@rulebook/text';
import { missingFolder } from '@rulebook/node/playing/own-folders';
import { prepareSandbox, type PreparedSandbox, type RunningSandbox } from '@rulebook/node/playing/play-sandbox';
import { playedParts, type ChosenServices } from '@rulebook/node/playing/played-parts';
import { readReplay } from '@rulebook/node/playing/read-replay';
import type { StartOptions } from '@rulebook/node/playing/sandbox-start';
import type { SandboxEndpoint } from '@rulebook/node/sandbox/sandbox-process';
import { announceSandbox } from '@rulebook/node/sandbox/sandbox-runtime';
import { refuseStateFile, releaseReserve } from '@rulebook/node/sandbox/state-file';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { isRunning } from '../running-process';

/** The options of `rulebook sandbox`. */
export interface SandboxOptions extends StartOptions, ChosenServices {
  readonly json?: boolean;
  readonly portBase: number;
  /** In place of `portBase`; 0 takes free ports. */
  readonly port?: number;
  readonly freePorts?: boolean;
  /** Exists as long as the sandbox is ready, with its ready line. */
  readonly readyFile?: string;
  /** The process with which the sandbox ends. */
  readonly parentPid?: number;
  /** The path of a recording whose responses come first. */
  readonly replay?: string;
  /** The path of a recording from which described services are set. */
  readonly like?: string;
  /** Other programs of this user do not find it. */
  readonly unlisted?: boolean;
  readonly host: string;
  readonly allowRemote?: boolean;
  readonly allowHost: readonly string[];
  /** Rejects only what the documents forbid. */
  readonly lenient?: boolean;
  /** The most bytes of a body, in place of what each service takes. */
  readonly maxBody?: number;
}

/** Runs the services until a signal or the end of standard input stops them; returns the exit code. */
export async function sandbox(options: SandboxOptions): Promise<number> {
  const host = options.host.replace(/^\[(.*)\]$/, '$1');
  const problem = refuseHost(host, options);
  if (problem !== undefined) {
    complain(problem);
    return exitCodes.usage;
  }
  const unfit = options.state === undefined ? undefined : await refuseStateFile(options.state);
  const missing = unfit ?? (await missingFolder(options)) ?? clearReadyFile(options.readyFile);
  if (missing !== undefined) {
    complain(missing);
    return exitCodes.usage;
  }
  let unlock: (() => Promise<void>) | undefined;
  try {
    // Before it is read: what another sandbox is about to write there would be lost.
    unlock = options.state === undefined ? undefined : await lockStateFile(options.state);
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  try {
    return await play(options, host);
  } finally {
    await unlock?.();
  }
}

/** Locks a state file. Where the disk is full, the room that a killed sandbox has kept is released for the lock. */
async function lockStateFile(path: string): Promise<() => Promise<void>> {
  try {
    return await lockFile(path);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('ENOSPC'))) throw error;
    await releaseReserve(path);
    return lockFile(path);
  }
}

async function play(options: SandboxOptions, host: string): Promise<number> {
  const find = createConfigurationFinder();
  let prepared: PreparedSandbox;
  let remarks: readonly string[];
  try {
    const like =
      options.like === undefined
        ? undefined
        : (await import('@rulebook/node/playing/like-recording')).likeRecording(options.like);
    const played = await playedParts({ ...options, ...(like && { partOf: like.partOf }) }, { find, environment });
    const set = await like?.set({ ...played, ofServices: options.ofServices }, sayOnError);
    const replayed = options.replay === undefined ? undefined : await readReplay(options.replay);
    remarks = [...played.remarks, ...(set?.lines ?? []), ...(replayed?.remarks ?? [])];
    prepared = await prepareSandbox({
      ...options,
      ...(set && { ofServices: set.ofServices }),
      ...{
        played: { ...played, parts: set?.parts ?? played.parts },
        host,
        recording: replayed?.recording,
        say: sayOnError,
      },
      portBase: options.freePorts ? 0 : (options.port ?? options.portBase),
    });
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.usage;
  }
  let running: RunningSandbox;
  try {
    running = await prepared.start();
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  // All of it is loaded.
  beginServing();
  const { endpoints } = running;
  const ready = JSON.stringify({ ready: true, endpoints });
  try {
    if (options.readyFile !== undefined) replacePrivately(options.readyFile, `${ready}\n`);
  } catch (error) {
    await running.stop();
    complain(`${options.readyFile ?? ''} cannot be written: ${codeOf(error)}`);
    return exitCodes.unsent;
  }
  const stopped = untilStopped(options);
  const conceal = options.unlisted ? () => undefined : announce(endpoints);
  process.stdout.write(`${options.json ? ready : [readyText(endpoints), ...remarks].join('\n')}\n`);
  await stopped;
  conceal();
  if (options.readyFile !== undefined) rmSync(options.readyFile, { force: true });
  try {
    await running.stop();
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return exitCodes.unsent;
  }
  return exitCodes.success;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'the system refused it';
}

/** Lets other commands find the sandbox; it works without that too. */
function announce(endpoints: readonly SandboxEndpoint[]): () => void {
  try {
    return announceSandbox(endpoints, environment);
  } catch {
    complain('other commands cannot find this sandbox automatically, because its private file could not be written');
    return () => undefined;
  }
}

/** Removes the file of a sandbox that was killed: whoever waits for the file must not read it. Returns why the path cannot be used. */
function clearReadyFile(path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile()) return `${path} is not a regular file; name another file in --ready-file`;
  rmSync(path, { force: true });
  return undefined;
}

function refuseHost(host: string, { allowRemote, deterministic, seedRandom }: SandboxOptions): string | undefined {
  if (isLoopbackHost(host)) return undefined;
  if (!allowRemote) {
    return `--host ${host} lets other machines reach the sandbox; add --allow-remote if you intend that`;
  }
  return deterministic || seedRandom !== undefined
    ? '--deterministic uses credentials that everybody knows; use it only with an address of this machine in --host'
    : undefined;
}

function readyText(
  endpoints: readonly { readonly name: string; readonly baseUrl: string; readonly credential: string }[],
): string {
  const width = Math.max(...endpoints.map(({ name }) => name.length)) + 2;
  const lines = endpoints.map(
    ({ name, baseUrl, credential }) => `  ${name.padEnd(width)}${baseUrl}  Authorization: ${credential}`,
  );
  return ['Sandbox ready. Press Ctrl-C to stop it.', ...lines].join('\n');
}

function untilStopped({ json, readyFile, parentPid }: SandboxOptions): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearInterval(watch);
      resolve();
      process.stdin.pause();
    };
    // Who reads the file has no pipe to the sandbox whose end could be noticed.
    const parent = parentPid ?? (readyFile === undefined ? undefined : process.ppid);
    const isOrphan = () => parent !== undefined && !isRunning(parent, parentPid === undefined);
    const watch = parent === undefined ? undefined : setInterval(() => void (isOrphan() && stop()), watched);
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    if (json) {
      // The process that started this one has ended when its end of the pipe closes.
      process.stdin.once('end', stop).once('close', stop).once('error', stop).resume();
    }
  });
}

/** How often the process is looked for that started this one, in milliseconds. */
const watched = 500;
