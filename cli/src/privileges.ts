import { basename, extname } from 'node:path';
import { loadMarkdown } from '@rulebook/engine';
import {
  keyRequest,
  needyRequest,
  permissionList,
  rightsJson,
  rightsOfRequests,
  rightsText,
  roleDescriptorOf,
  type EndpointRights,
  type NeedyRequest,
} from '@rulebook/checker/privileges';
import { scriptFormOf } from '@rulebook/request-file/syntax';
import { rightsOfService } from '@rulebook/services';
import { visible, visibleJson } from '@rulebook/text';
import { readText } from '@rulebook/node/files/files';
import { complain, exitCodes } from './exit-codes';
import { explainTools, explanationsOf, noRequest } from './explain';
import { findRequestInputs, type RequestInput } from './requests/find-inputs';
import type { Proof } from './prove';

/** The options of `rulebook privileges`. */
export interface PrivilegesOptions {
  readonly name?: string;
  readonly endpoint?: string;
  readonly env?: string;
  readonly var: readonly string[];
  readonly format: string;
  readonly rawActions?: boolean;
  readonly prove?: boolean;
}

/** Prints the smallest rights that the requests of files need, and returns the exit code. Nothing is sent. */
export async function privileges(paths: readonly string[], options: PrivilegesOptions): Promise<number> {
  await loadMarkdown();
  const requests: NeedyRequest[] = [];
  const found = await findRequestInputs(paths);
  if (typeof found === 'string') {
    complain(found);
    return exitCodes.usage;
  }
  const tools = await explainTools();
  for (const input of found.inputs) {
    const read = await requestsOf(input, options, found.isSeveral, tools);
    if (typeof read === 'string') {
      complain(read);
      return exitCodes.usage;
    }
    requests.push(...read);
  }
  const chosen =
    options.endpoint === undefined ? requests : requests.filter(({ endpoint }) => endpoint === options.endpoint);
  const rights = rightsOfRequests(chosen, rightsOfService, options.rawActions ? 'actions' : 'named');
  const script = found.inputs.find(({ path }) => scriptFormOf(path) !== undefined);
  if (options.prove && script !== undefined) {
    complain(
      `${script.path}: the rights of a script cannot be proved, since its values are known at run time only; leave out --prove`,
    );
    return exitCodes.usage;
  }
  if (options.prove) return prove([...new Set(found.inputs.map(({ path }) => path))], requests, options);
  process.stdout.write(written(rights, nameOfFile(paths[0] ?? ''), options.format));
  return exitCodes.success;
}

/** Proves the rights of each file by itself. */
async function prove(
  paths: readonly string[],
  requests: readonly NeedyRequest[],
  options: PrivilegesOptions,
): Promise<number> {
  const { proveRights, proofText } = await import('./prove');
  const proofs: Proof[] = [];
  for (const path of paths) {
    const content = readText(path);
    const own = rightsOfRequests(
      requests.filter(({ file }) => file === path),
      rightsOfService,
      options.rawActions ? 'actions' : 'named',
    );
    if ('text' in content) proofs.push(await proveRights(path, content.text, own, options));
  }
  process.stdout.write(
    options.format === 'json'
      ? `${visibleJson(JSON.stringify(proofs, null, 2))}\n`
      : visible(proofs.map(proofText).join('\n')),
  );
  const isProven = proofs.every(
    ({ differing, requests, failing, unproved, lines }) =>
      differing.length === 0 &&
      unproved.length === 0 &&
      (requests === 0 || failing < requests) &&
      lines.every((line) => line.isNeeded || line.isConditional || line.isUnseen),
  );
  return isProven ? exitCodes.success : exitCodes.findings;
}

async function requestsOf(
  { path, line }: RequestInput,
  options: PrivilegesOptions,
  isSeveral: boolean,
  tools: Awaited<ReturnType<typeof explainTools>>,
): Promise<readonly NeedyRequest[] | string> {
  const content = readText(path);
  if ('cause' in content) return `${path}: cannot be read: ${content.cause}`;
  const { name, env } = options;
  const choice = line !== undefined ? { line } : name !== undefined ? { name } : { all: true };
  const explained = await explanationsOf(
    { path, text: content.text },
    { ...choice, ...(env !== undefined && { env }), var: options.var, hidesFiles: true },
    tools,
  );
  // Of a folder, not every file has requests.
  if (explained === noRequest && isSeveral) return [];
  return typeof explained === 'string' ? `${path}: ${explained}` : explained.map((one) => needyRequest(one, path));
}

function nameOfFile(path: string): string {
  return basename(path, extname(path));
}

function written(found: readonly EndpointRights[], name: string, format: string): string {
  const local = found.filter(({ remote }) => remote === undefined);
  const ofKind = (...kinds: readonly string[]): readonly EndpointRights[] =>
    local.filter(({ rights }) => rights.some(({ kind }) => kinds.includes(kind)));
  const json = (value: unknown): string => `${visibleJson(JSON.stringify(value, null, 2))}\n`;
  switch (format) {
    case 'json':
      return json(rightsJson(found));
    case 'descriptor': {
      const descriptors = ofKind('cluster', 'index');
      const [only] = descriptors;
      if (descriptors.length === 1 && only !== undefined) return json(roleDescriptorOf(only));
      return json(Object.fromEntries(descriptors.map((one) => [one.endpoint ?? one.service, roleDescriptorOf(one)])));
    }
    case 'request':
      return visible(
        ofKind('cluster', 'index')
          .map((one) => keyRequest(one, name))
          .join('\n'),
      );
    case 'permissions':
      return visible(ofKind('permission', 'scope', 'role').map(permissionList).join('\n'));
    default:
      return visible(rightsText(found));
  }
}
