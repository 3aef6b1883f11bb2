import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  pulledKinds,
  pullResources,
  requestsText,
  unpulledPaths,
  type PulledRequest,
  type PulledResources,
} from '@rulebook/sandbox/comparison';
import { count, visible, visibleJson } from '@rulebook/text';
import { beginWork } from '@rulebook/node/compiled-parts';
import { causeOf, readText } from '@rulebook/node/files/files';
import { writeDurably } from '@rulebook/node/files/write-durably';
import { cancelOnInterrupt } from '../cancel';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { createEndpointReader } from '../plan/endpoint-reader';
import type { PlanOptions } from '../plan/plan-options';
import { chooseEndpoint } from '../plan/planning';

/** The options of `rulebook pull`. */
export interface PullOptions extends Omit<PlanOptions, 'line' | 'env' | 'var'> {
  /** The folder for the files. */
  readonly into: string;
  /** Only these kinds. Empty: all. */
  readonly kind: readonly string[];
  /** Only what is in these, such as `octo/pets`. Empty: in all. */
  readonly of: readonly string[];
  /** Files with other texts are replaced. */
  readonly force?: boolean;
  /** Only the kinds are printed. */
  readonly list?: boolean;
  readonly format: string;
}

/** A file that is written. */
interface PulledFile {
  readonly path: string;
  readonly text: string;
  readonly resources: number;
}

/** Writes request files of what an endpoint has, and returns the exit code. Only GET requests are sent. */
export async function pull(options: PullOptions): Promise<number> {
  beginWork();
  const planOptions: PlanOptions = { ...options, var: [] };
  const chosen = await chooseEndpoint('.', planOptions);
  if (typeof chosen === 'string') return usage(chosen);
  const { service } = chosen;
  const kinds = pulledKinds(service);
  if (options.list === true) {
    print(
      options.format === 'json'
        ? `${JSON.stringify({ version: 1, kinds })}\n`
        : kinds.map((one) => `${one}\n`).join(''),
    );
    return exitCodes.success;
  }
  const wrong = options.kind.find((kind) => !kinds.includes(kind));
  if (wrong !== undefined)
    return usage(
      kinds.length === 0
        ? `nothing is known that could be pulled from the service ${service.id}`
        : `${wrong} is not a kind that can be pulled from ${service.id}; use ${kinds.join(', ')}`,
    );
  const cancellation = cancelOnInterrupt();
  const { signal } = cancellation;
  const reader = createEndpointReader({ ...chosen, options: planOptions, root: chosen.settings.root, signal });
  try {
    const found = await pullResources({ service, kinds: options.kind, owners: options.of }, reader.read);
    if (signal.isCancelled) return exitCodes.cancelled;
    if (found.problem !== undefined) {
      complain(`the endpoint ${options.endpoint} cannot be read: ${found.problem}`);
      return exitCodes.unsent;
    }
    for (const line of unreadLines(found.unread)) sayOnError(line);
    const unread = reader.unreadReason();
    if (unread !== undefined) {
      complain(`nothing of the endpoint ${options.endpoint} could be read: ${unread}`);
      return exitCodes.unsent;
    }
    const { files, variables } = filesOf(found.requests, options);
    const { problem, others = [] } = writeFiles(files, options);
    const { leftOut } = found;
    if (options.format === 'json')
      print(jsonOf(files, { variables, leftOut, unread: found.unread, others, isWritten: problem === undefined }));
    if (problem !== undefined) return usage(problem);
    const unpulled = options.kind.length > 0 ? [] : unpulledPaths(service, chosen.endpoint.vendor);
    if (options.format !== 'json') print(reportOf(files, { variables, leftOut, unpulled }));
    return exitCodes.success;
  } finally {
    cancellation.end();
    reader.end();
  }
}

/** Those that are not pulled for the same reason are in one line. */
function unreadLines(unread: PulledResources['unread']): readonly string[] {
  const reasons = [...new Set(unread.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const paths = [...new Set(unread.filter((one) => one.reason === reason).map(({ path }) => path))];
    return `rulebook: not pulled: ${paths.join(', ')}, since ${reason}`;
  });
}

function print(text: string): void {
  process.stdout.write(visible(text));
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

function filesOf(
  requests: readonly PulledRequest[],
  { into }: PullOptions,
): { readonly files: readonly PulledFile[]; readonly variables: readonly string[] } {
  const names = [...new Set(requests.map(({ file }) => file))];
  const variables: string[] = [];
  const files = names.map((name) => {
    const own = requests.filter(({ file }) => file === name);
    const written = requestsText(
      own.map(({ noun, name: of, ...request }) => ({ ...request, title: titleOf(noun, of) })),
    );
    variables.push(...written.variables);
    const notes = written.variables.map(
      (variable) => `# The value of {{${variable}}} is not in this file: it is a secret.\n`,
    );
    const text = notes.length === 0 ? written.text : `${notes.join('')}\n${written.text}`;
    return { path: join(into, `${name}.http`), text, resources: own.length };
  });
  return { files, variables };
}

function titleOf(noun: string, name: string): string {
  const title = noun === name ? noun : `${noun} ${name}`;
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

/** Why files were not written, and those that are there with another text. */
interface WrittenFiles {
  readonly problem?: string;
  readonly others?: readonly string[];
}

/** Writes the files, or none, if one of them is there with another text. */
function writeFiles(files: readonly PulledFile[], { into, force = false }: PullOptions): WrittenFiles {
  const changed = files.flatMap((file) => {
    const former = readText(file.path);
    if ('cause' in former) return [{ ...file, isThere: false }];
    return former.text === file.text ? [] : [{ ...file, isThere: true }];
  });
  const others = changed.filter(({ isThere }) => isThere).map(({ path }) => path);
  if (others.length > 0 && !force) {
    const have = others.length === 1 ? 'has' : 'have';
    return {
      problem: `${others.join(', ')} ${have} another text; nothing was written. Add --force to replace it, or name another folder with --into`,
      others,
    };
  }
  if (changed.length === 0) return {};
  try {
    mkdirSync(into, { recursive: true });
  } catch (error) {
    return { problem: `${into} cannot be made: ${causeOf(error)}` };
  }
  for (const { path, text, isThere } of changed) {
    const problem = writeDurably(path, text, { replaces: isThere, mode: 0o666 });
    if (problem !== undefined) return { problem: `${path} cannot be written: ${problem}` };
  }
  return {};
}

/** What was pulled, for programs. `others` are the files that are there with another text. */
function jsonOf(
  files: readonly PulledFile[],
  about: Pick<PulledResources, 'leftOut' | 'unread'> & {
    readonly variables: readonly string[];
    readonly others: readonly string[];
    readonly isWritten: boolean;
  },
): string {
  const shown = files.map(({ path, resources }) => ({ path, resources }));
  return `${visibleJson(JSON.stringify({ version: 1, files: shown, ...about }, null, 2))}\n`;
}

/** More paths are only counted. */
const maxUnpulled = 50;

function unpulledText(paths: readonly string[]): string {
  const shown = paths.slice(0, maxUnpulled).join(', ');
  return paths.length > maxUnpulled ? `${shown}, and ${paths.length - maxUnpulled} more` : shown;
}

function reportOf(
  files: readonly PulledFile[],
  {
    variables,
    leftOut,
    unpulled,
  }: { readonly variables: readonly string[]; readonly leftOut: number; readonly unpulled: readonly string[] },
): string {
  const total = files.reduce((sum, { resources }) => sum + resources, 0);
  return [
    ...files.map(({ path, resources }) => `${path}: ${count(resources, 'resource')}`),
    ...(files.length > 0 ? [''] : []),
    `${count(total, 'resource')} in ${count(files.length, 'file')}.`,
    ...(leftOut > 0 ? [`${count(leftOut, 'resource')} of the service itself, or made by another one, left out.`] : []),
    ...(variables.length > 0
      ? [`Secrets are not pulled, and written as variables: ${variables.map((name) => `{{${name}}}`).join(', ')}.`]
      : []),
    ...(unpulled.length > 0
      ? [`Not pulled, since it is not known how all of them are read and stored: ${unpulledText(unpulled)}.`]
      : []),
    '',
  ].join('\n');
}
