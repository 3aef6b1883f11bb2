import { basename, dirname, extname, join } from 'node:path';
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
import { isScriptName, requestsInScript } from '@rulebook/exchange';
import { rightsOfService } from '@rulebook/services';
import { visible, visibleJson } from '@rulebook/text';
import { readText } from '@rulebook/node/files/files';
import { complain, exitCodes } from './exit-codes';
import { explanationsOf } from './explain';
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
  for (const path of paths) {
    const read = await requestsOf(path, options);
    if (typeof read === 'string') {
      complain(read);
      return exitCodes.usage;
    }
    requests.push(...read);
  }
  const chosen =
    options.endpoint === undefined ? requests : requests.filter(({ endpoint }) => endpoint === options.endpoint);
  const found = rightsOfRequests(chosen, rightsOfService, options.rawActions ? 'actions' : 'named');
  const script = paths.find(isScriptName);
  if (options.prove && script !== undefined) {
    complain(
      `${script}: the rights of a script cannot be proved, since its values are known at run time only; leave out --prove`,
    );
    return exitCodes.usage;
  }
  if (options.prove) return prove(paths, requests, options);
  process.stdout.write(written(found, nameOfFile(paths[0] ?? ''), options.format));
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

async function requestsOf(path: string, options: PrivilegesOptions): Promise<readonly NeedyRequest[] | string> {
  const content = readText(path);
  if ('cause' in content) return `${path}: cannot be read: ${content.cause}`;
  if (isScriptName(path)) return requestsOfScript(path, content.text, options);
  const { name, env } = options;
  const explained = await explanationsOf(
    { path, text: content.text },
    {
      ...(name === undefined ? { all: true } : { name }),
      ...(env !== undefined && { env }),
      var: options.var,
      hidesFiles: true,
    },
  );
  return typeof explained === 'string' ? `${path}: ${explained}` : explained.map((one) => needyRequest(one, path));
}

/** Returns what the commands `gh api` and `curl` of a script or a workflow need, each at its line. */
async function requestsOfScript(
  path: string,
  text: string,
  { name, env, var: variables }: PrivilegesOptions,
): Promise<readonly NeedyRequest[] | string> {
  if (name !== undefined) return `${path}: its commands have no names; leave out --name`;
  const found = requestsInScript(path, text);
  if (found.length === 0) return `${path}: it has no command \`gh api\` or \`curl\` that can be read as a request`;
  const all: NeedyRequest[] = [];
  for (const { line, text: request } of found) {
    const options = { line: 1, ...(env !== undefined && { env }), var: variables, hidesFiles: true };
    const explained = await explanationsOf({ path: join(dirname(path), 'script.http'), text: request }, options);
    if (typeof explained !== 'string') all.push(...explained.map((one) => needyRequest({ ...one, line }, path)));
  }
  return all;
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
