import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  namesOfPath,
  type DeclaringRequest,
  type DeclaringSource,
  type MissingValue,
  type UnreadRequest,
} from '@rulebook/sandbox/comparison';
import { associateBody } from '@rulebook/sender/configuration';
import { isBehind, type CheckOptions, type Endpoint, type Engine } from '@rulebook/engine';
import {
  type BodyFile,
  type PreparedRequest,
  type RequestPlan,
  refused,
  type Refusal,
  reasonOf,
} from '@rulebook/sender/plan';
import {
  createNamedResponses,
  filesOf,
  isPrivateSource,
  iterationsOf,
  materialise,
  type NamedResponses,
  type Resolve,
  type SystemPorts,
} from '@rulebook/sender/variables';
import type { Service } from '@rulebook/services';
import { isMarkdownName } from '@rulebook/request-file/syntax';
import { bodyFoldersOf, readBodyFile, type BodyFolders } from '@rulebook/node/files/body-folders';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { isRequestFile } from '@rulebook/node/files/find-files';
import { readText } from '@rulebook/node/files/files';
import { credentialFile } from '@rulebook/node/credentials/credential-file';
import { explainedSecrets } from '@rulebook/node/credentials/file-secrets';
import { systemOf } from '@rulebook/node/system';
import { environment, type FolderSettings } from '../configuration/configuration-file';
import { openRequests } from '../requests/named-requests';
import { valuesOf } from '../requests/variable-layers';
import { runSources } from '../run/run-sources';
import type { PlanOptions } from './plan-options';

/** What requests are read with. */
interface DeclaredRequestsParts {
  readonly engine: Engine;
  readonly options: PlanOptions;
  readonly settings: FolderSettings;
  readonly checkOptions: CheckOptions;
  readonly endpoint: Endpoint;
  readonly service: Service;
}

/** How a request is sent that declares something. */
export interface SendablePlan {
  readonly plan: RequestPlan;
  readonly resolve: Resolve;
  readonly folders: BodyFolders;
}

/** The requests of a file to the endpoint that may declare something. */
interface DeclaredRequests {
  /** How each is sent, by where it is. */
  readonly plans: ReadonlyMap<DeclaringSource, SendablePlan>;
  readonly requests: readonly (DeclaringRequest | UnreadRequest)[];
  /** How many go to other places. */
  readonly elsewhere: number;
}

/** The text of a file as requests. */
interface OpenedText {
  readonly text: string;
  /** The members around the JSON of a file. */
  readonly around?: readonly string[];
}

/** Returns what the requests of a file would send to the endpoint; undefined for a file without requests. Nothing is sent, and no one is asked. */
export async function declaredRequests(
  path: string,
  parts: DeclaredRequestsParts,
): Promise<DeclaredRequests | Refusal | undefined> {
  const content = readText(path);
  if ('cause' in content) return refused(`${path}: cannot be read: ${content.cause}`);
  const opened = openText(path, content.text, parts);
  if (opened === undefined) return undefined;
  if ('reason' in opened) return { requests: [opened], elsewhere: 0, plans: new Map() };
  const variables = environmentsFor(dirname(path), parts.options.env);
  if ('cause' in variables) return variables;
  const { engine, checkOptions, settings, options } = parts;
  const folders = bodyFoldersOf(path, { ...settings, allowsOutside: options.allowOutsideFiles === true });
  const isOfRequests = opened.around === undefined;
  const file = isOfRequests ? openRequests(engine, path, opened.text) : engine.openFile(opened.text);
  const location = realpathSync(path);
  const sources = runSources({
    ...{ engine, file, path: location, start: location, checkOptions, folders, withDependencies: false },
    blocks: [...file.blocks].map((_, index) => index),
    optionsFor: () => checkOptions,
    originsFor: (from) => {
      const own = from === location ? variables : environmentsFor(dirname(from), options.env);
      const { environments } = 'cause' in own ? variables : own;
      return { given: valuesOf(options.var), environments, environment: options.env };
    },
  });
  if ('cause' in sources)
    return {
      requests: [{ source: { file: path, label: path }, reason: reasonOf(sources) }],
      ...{ elsewhere: 0, plans: new Map() },
    };
  const reader: PlanReader = {
    ...{ parts, path, folders, around: opened.around },
    resolveFor: sources.resolveFor,
    system: {
      ...systemOf(dirname(path), environment),
      secret: explainedSecrets(credentialFile(environment), environment),
    },
  };
  const requests: (DeclaringRequest | UnreadRequest)[] = [];
  const plans = new Map<DeclaringSource, SendablePlan>();
  let elsewhere = 0;
  for (const planned of sources.plans?.() ?? engine.planAll(file, checkOptions)) {
    for (const plan of await turnsOf(planned, reader)) {
      const found = await requestOf(plan, reader);
      if (found === 'elsewhere') elsewhere++;
      else if (found !== undefined) {
        requests.push(found);
        plans.set(found.source, { plan, resolve: reader.resolveFor(plan), folders });
      }
    }
  }
  return { requests, elsewhere, plans };
}

/** Returns the requests of a request file, or the one whose body a JSON file is known to be. */
function openText(
  path: string,
  text: string,
  { settings }: DeclaredRequestsParts,
): OpenedText | UnreadRequest | undefined {
  if (isRequestFile(path) || isMarkdownName(path)) return { text };
  const association = associateBody(settings.fromRoot(resolve(path)), text, settings.configuration);
  if (association === undefined) return undefined;
  const { method, target, at } = association;
  const around = at.split('/').slice(1);
  if (around.includes('*'))
    return {
      source: { file: path, label: path },
      reason: 'it holds a part of a request, and nothing says what the part is called there',
    };
  return { text: `${method} ${target}\nContent-Type: application/json\n\n${text}`, around };
}

/** What reads the plans of one file. */
interface PlanReader {
  readonly parts: DeclaredRequestsParts;
  readonly path: string;
  readonly folders: BodyFolders;
  readonly around: readonly string[] | undefined;
  readonly resolveFor: (plan: RequestPlan) => Resolve;
  readonly system: SystemPorts;
}

async function turnsOf(
  plan: RequestPlan,
  { resolveFor, system, folders }: PlanReader,
): Promise<readonly RequestPlan[]> {
  return iterationsOf(plan, {
    ...{ answers: createNamedResponses(), system, resolve: resolveFor(plan) },
    readFile: (wanted) => Promise.resolve(readBodyFile(folders, wanted)),
  });
}

/** Returns the request of a plan; undefined for one that only reads, or that runs leave out. */
async function requestOf(
  plan: RequestPlan,
  reader: PlanReader,
): Promise<DeclaringRequest | UnreadRequest | 'elsewhere' | undefined> {
  const { parts, folders, path, around } = reader;
  const { endpoint, service, engine, checkOptions } = parts;
  if (!/^(?:PUT|POST|PATCH|DELETE)$/.test(plan.method) || plan.omission !== undefined) return undefined;
  if (plan.service !== undefined && plan.service !== endpoint.service) return 'elsewhere';
  const source: DeclaringSource = {
    file: plan.file ?? path,
    ...(around === undefined && plan.line !== undefined && { line: plan.line + 1 }),
    label: plan.label,
  };
  const problem = plan.problems?.find(({ allowsSending }) => !allowsSending);
  if (problem !== undefined) return { source, reason: problem.reason };
  if ((plan.conditions ?? []).length > 0) return { source, reason: 'a condition decides whether it is sent' };
  const files = new Map<string, BodyFile>();
  for (const wanted of filesOf(plan)) {
    const file = readBodyFile(folders, wanted);
    if ('cause' in file) return { source, reason: reasonOf(file) };
    files.set(wanted, file);
  }
  const filled = fillIn(plan, files, reader);
  if ('cause' in filled) return { source, reason: reasonOf(filled) };
  const { request, secrets, missing } = filled;
  if (!isBehind(request.url, endpoint)) return 'elsewhere';
  const below = request.url.slice(endpoint.baseUrl.length).split('#', 1)[0] ?? '';
  const asked = engine.openFile(`# @endpoint ${endpoint.name}\n${plan.method} ${below}\n`);
  const binding = engine.bind(asked, 0, checkOptions.context);
  const operation = binding?.operation;
  if (binding === undefined || operation === undefined)
    return { source, reason: 'nothing is known of an operation with its path' };
  const text = textOfBody(request.body);
  return {
    ...{ source, method: plan.method, path: below, secrets, missing, service, operation },
    ...(text !== undefined && { body: text }),
    ...(around !== undefined && { around }),
    names: namesOfPath(binding, operation),
  };
}

interface FilledPlan {
  readonly request: PreparedRequest;
  readonly secrets: readonly string[];
  /** Texts in the place of values that are not known. */
  readonly missing: ReadonlyMap<string, MissingValue>;
}

/** Fills in a plan. What has no value yet, or another one each time, gets a mark in its place; the rest can be compared. */
function fillIn(
  plan: RequestPlan,
  files: ReadonlyMap<string, BodyFile>,
  { parts: { endpoint }, resolveFor, system }: PlanReader,
): FilledPlan | Refusal {
  const missing = new Map<string, MissingValue>();
  const markOf = (name: string, reason: string): string => {
    const mark = `rulebook-without-value-${name.replace(/[^\w-]/g, '-')}-`;
    missing.set(mark, { written: `{{${name}}}`, reason });
    return mark;
  };
  const changing = (name: string): string | undefined =>
    name.startsWith('$') && !isPrivateSource(name)
      ? markOf(name, `the variable \`${name}\` has another value each time`)
      : undefined;
  const answers: NamedResponses = { ...createNamedResponses(), resolve: changing };
  const resolve = resolveFor(plan);
  const input = { plan, endpoint, system, answers, files };
  const filled = materialise({ ...input, resolve });
  if ('cause' in filled) return filled;
  if ('request' in filled) return { ...filled, missing };
  const unresolved = new Set(filled.unresolved);
  const again = materialise({
    ...input,
    answers: {
      ...answers,
      resolve: (name) =>
        unresolved.has(name) ? markOf(name, `the variable \`${name}\` has no value`) : changing(name),
    },
    resolve,
  });
  if ('request' in again) return { ...again, missing };
  return 'cause' in again
    ? again
    : refused(`these variables have no value: ${again.unresolved.join(', ')}; give them with --var or --env`);
}

function textOfBody(body: PreparedRequest['body']): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  const decoder = new TextDecoder();
  return body.map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('');
}
