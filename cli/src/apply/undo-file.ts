import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRequestFileName } from '@rulebook/request-file/syntax';
import { idIn, requestsText, type ApplyStep } from '@rulebook/sandbox/comparison';
import type { Endpoint } from '@rulebook/engine';
import { readText } from '@rulebook/node/files/files';
import { writeDurably } from '@rulebook/node/files/write-durably';

/** A file that undoes what is sent. */
export interface UndoFile {
  readonly path: string;
  /** Writes it for the first time. Returns why it could not be written. */
  readonly begin: () => string | undefined;
  /** Keeps the id that a response has given; undefined when nothing waits for one. Returns why it could not be written, and the line that it lacks. */
  readonly keepId: (step: ApplyStep, body: string) => { readonly problem: string; readonly line: string } | undefined;
}

/** Returns why a new file cannot be what `rulebook undo` reads; undefined where it can. */
export function undoPlaceProblem(path: string): string | undefined {
  if (!isRequestFileName(path))
    return `--undo-file ${path}: \`rulebook undo\` reads request files; use a name that ends with .http`;
  if (existsSync(path))
    return `--undo-file ${path}: there is a file of this name, which is kept; nothing was sent. Name a new one`;
  const folder = dirname(path);
  return existsSync(folder)
    ? undefined
    : `--undo-file ${path}: there is no folder ${folder}; create it, or name another path`;
}

/** Returns a file with what undoes steps, the last one first. */
export function createUndoFile(
  path: string,
  {
    steps,
    endpoint,
    time,
  }: { readonly steps: readonly ApplyStep[]; readonly endpoint: Endpoint; readonly time: string },
): UndoFile {
  const ids = new Map<string, string>();
  const write = (replaces: boolean): string | undefined =>
    writeDurably(path, textOfUndo(steps, { endpoint, time, ids }), { replaces, mode: 0o600 });
  return {
    path,
    begin: () => write(false),
    keepId: (step, body) => {
      const waiting = step.undo.find(({ id }) => id !== undefined);
      if (waiting?.id === undefined || ids.has(waiting.id.mark)) return undefined;
      const found = idIn(body, waiting.id.member);
      if (found === undefined) return undefined;
      ids.set(waiting.id.mark, found);
      const problem = write(true);
      return problem === undefined ? undefined : { problem, line: lineOfId(waiting.id.mark, found) };
    },
  };
}

function textOfUndo(
  steps: readonly ApplyStep[],
  {
    endpoint,
    time,
    ids,
  }: { readonly endpoint: Endpoint; readonly time: string; readonly ids: ReadonlyMap<string, string> },
): string {
  const undoing = steps.toReversed().flatMap(({ undo }) => undo);
  const { text, variables } = requestsText(undoing);
  const losses = steps.flatMap((step) => step.losses);
  const lines = [
    `# What undoes the requests of ${time}; send it by \`rulebook undo\`.`,
    `${endpointLine}${endpoint.name} at ${endpoint.baseUrl}`,
    ...losses.map((loss) => `# Not undone: ${loss}`),
    ...variables.map(
      (name) => `# The value of {{${name}}} is a secret, which is not in this file: give it with --var ${name}=VALUE.`,
    ),
    ...[...ids].map(([mark, id]) => lineOfId(mark, id)),
  ];
  return `${lines.join('\n')}\n\n${text}`;
}

/** Returns the line that gives an id to the name in its mark. */
function lineOfId(mark: string, id: string): string {
  return `@${mark.slice(2, -2)} = ${id}`;
}

const endpointLine = '# Endpoint: ';

/** Returns the endpoint that an undo file is for; otherwise a sentence for the user. */
export function endpointOfUndo(path: string): { readonly name: string; readonly baseUrl: string } | string {
  const content = readText(path);
  if ('cause' in content) return `${path}: cannot be read: ${content.cause}`;
  const line = content.text.split('\n', 10).find((one) => one.startsWith(endpointLine));
  const [, name, baseUrl] = /^# Endpoint: (.+) at (\S+)$/.exec(line?.trimEnd() ?? '') ?? [];
  return name === undefined || baseUrl === undefined
    ? `${path} is not a file of \`rulebook apply\`: it does not say which endpoint it is for`
    : { name, baseUrl };
}
