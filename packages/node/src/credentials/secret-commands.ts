import { refused, type Refusal, reasonOf } from '@rulebook/sender/refusal';
import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { schemeOfReference } from '@rulebook/sender/variables';
import { readPrivateFile, refusalOfFile } from '../files/private-file';
import { settingsFolder } from './trusted-endpoints';

/** The commands that resolve references, by their schemes: a program and its arguments, in which `{reference}` is replaced. */
type SecretCommands = Readonly<Record<string, readonly string[]>>;

/** The environment variable that holds commands, as JSON. */
const secretCommandsVariable = 'RULEBOOK_SECRET_COMMANDS';

/** What a command may take: a user may have to unlock a vault, in milliseconds. */
const timeout = 60_000;
/** A longer output is not a secret, in bytes. */
const longest = 65_536;

/** The values of references, kept in memory for a run or a window. */
export interface ReferencedSecrets {
  /** Returns a value that was loaded. */
  readonly read: (reference: string) => string | undefined;
  /** Loads a value by the user's command; returns why that is not possible, as a sentence without the output of the command. */
  readonly load: (reference: string) => Promise<string | undefined>;
}

/**
 * Returns the commands of the user: of the environment, and of a file next to the credentials that only this user can read. No folder
 * that is opened can name one.
 */
export function userSecretCommands(
  environment: (name: string) => string | undefined,
): { readonly commands: SecretCommands } | Refusal {
  const path = join(settingsFolder(environment), 'rulebook', 'secret-commands.json');
  const refusal = refusalOfFile(path);
  if (refusal !== undefined) return refused(`${path} is not read: ${refusal}`);
  const ofFile = readCommands(readPrivateFile(path) ?? '{}', path);
  if ('cause' in ofFile) return ofFile;
  const ofEnvironment = readCommands(environment(secretCommandsVariable) ?? '{}', secretCommandsVariable);
  if ('cause' in ofEnvironment) return ofEnvironment;
  return { commands: { ...ofFile.commands, ...ofEnvironment.commands } };
}

function readCommands(text: string, place: string): { readonly commands: SecretCommands } | Refusal {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused(`${place} is not valid JSON; write it like {"op": ["op", "read", "{reference}"]}`);
  }
  const commands = secretCommandsOf(value);
  return commands === undefined
    ? refused(`${place} does not name commands; write it like {"op": ["op", "read", "{reference}"]}`)
    : { commands };
}

/** Returns the commands that a value names; undefined for any other value. */
export function secretCommandsOf(value: unknown): SecretCommands | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value);
  const isCommand = ([scheme, command]: [string, unknown]) =>
    /^[a-z][a-z0-9+.-]{0,30}$/.test(scheme) &&
    Array.isArray(command) &&
    command.length > 0 &&
    command[0] !== '' &&
    command.every((part) => typeof part === 'string');
  return entries.every(isCommand) ? (Object.fromEntries(entries) as SecretCommands) : undefined;
}

/** Creates what resolves references; the commands are asked for anew each time, so that a corrected setting counts. `patience` is in milliseconds. */
export function createReferencedSecrets(
  commandsOf: () => { readonly commands: SecretCommands } | Refusal,
  patience = timeout,
): ReferencedSecrets {
  const values = new Map<string, string>();
  const loading = new Map<string, Promise<string | undefined>>();
  const load = async (reference: string): Promise<string | undefined> => {
    const result = await resolveReference(commandsOf(), reference, patience);
    loading.delete(reference);
    if ('cause' in result) return reasonOf(result);
    values.set(reference, result.value);
    return undefined;
  };
  return {
    read: (reference) => values.get(reference),
    load: (reference) => {
      if (values.has(reference)) return Promise.resolve(undefined);
      const started = loading.get(reference) ?? load(reference);
      // Requests that are sent at the same time ask once.
      loading.set(reference, started);
      return started;
    },
  };
}

type Resolved = { readonly value: string } | Refusal;

async function resolveReference(
  known: { readonly commands: SecretCommands } | Refusal,
  reference: string,
  patience: number,
): Promise<Resolved> {
  if ('cause' in known) return known;
  const scheme = schemeOfReference(reference);
  const command = scheme !== undefined && Object.hasOwn(known.commands, scheme) ? known.commands[scheme] : undefined;
  return command === undefined
    ? refused(
        `the secret ${reference} is resolved by no command; name one for ${scheme ?? 'its scheme'} in ${secretCommandsVariable} or in your own settings`,
      )
    : runCommand(command, reference, patience);
}

/** Runs a command without a shell, in no folder that came with a project. Nothing that it prints is in a message. */
function runCommand(
  [program = '', ...written]: readonly string[],
  reference: string,
  patience: number,
): Promise<Resolved> {
  const args = written.map((part) => part.replaceAll('{reference}', () => reference));
  return new Promise((resolve) => {
    const options = {
      timeout: patience,
      // A program may ignore any other signal, and a request would wait for ever.
      killSignal: 'SIGKILL',
      maxBuffer: longest,
      encoding: 'utf8',
      windowsHide: true,
      cwd: homedir(),
    } as const;
    const child = execFile(program, args, options, (error, output) => {
      const value = output.replace(/\r?\n$/, '');
      if (error === null && value !== '') resolve({ value });
      else resolve(refused(`the secret ${reference} was not resolved: ${program} ${causeOfEnd(error)}`));
    });
    // What asks for a password asks the user in a window of its own.
    child.stdin?.end();
  });
}

function causeOfEnd(error: (Error & { readonly code?: unknown; readonly killed?: boolean }) | null): string {
  if (error === null) return 'printed nothing; check the reference';
  if (error.code === 'ENOENT') return 'was not found; install it, or name it by its whole path';
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'printed too much to be a secret';
  if (error.killed) return 'did not end within a minute; unlock the vault and send the request again';
  return typeof error.code === 'number'
    ? `ended with ${error.code}; run it in a terminal to see why`
    : 'could not be started; check the command';
}
