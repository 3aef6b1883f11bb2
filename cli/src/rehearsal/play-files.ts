import { dirname, relative, sep } from 'node:path';
import { isBehind, type CheckOptions, type Endpoint, type Engine } from '@rulebook/engine';
import type { Release } from '@rulebook/engine/rehearsal';
import { bodyFoldersOf, readBodyFile, type BodyFolders } from '@rulebook/node/files/body-folders';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { systemOf } from '@rulebook/node/system';
import type { RequestFile } from '@rulebook/request-file/syntax';
import type { WireResponse } from '@rulebook/sandbox';
import { compareResponses } from '@rulebook/sandbox/comparison';
import {
  reasonOf,
  type BodyFile,
  type PreparedRequest,
  type ReceivedResponse,
  type RequestPlan,
} from '@rulebook/sender/plan';
import {
  createNamedResponses,
  filesOf,
  iterationsOf,
  materialise,
  type NamedResponses,
  type Resolve,
  type SystemPorts,
} from '@rulebook/sender/variables';
import { environment, type FolderSettings } from '../configuration/configuration-file';
import { runSources } from '../run/run-sources';
import type { PlayedDifference, PlayedRun } from './model';
import { playSent } from './play-sent';
import type { SentFile } from './sent-requests';
import {
  isUnplayed,
  isUnread,
  maskedDifference,
  playedHeaders,
  serverFor,
  stageOf,
  type Played,
  type Stages,
} from './stages';

/** A file whose requests are played. */
export interface PlayedFile {
  readonly path: string;
  readonly file: RequestFile;
  readonly settings: FolderSettings;
  readonly options: CheckOptions;
}

/** The two releases, and what is asked of them. */
interface PlayParts {
  readonly engine: Engine;
  readonly env: string | undefined;
  readonly releases: { readonly now: Release; readonly then: Release };
}

/**
 * Plays the requests of files in order, then those of logs and recordings, in a sandbox of each release, and returns the responses that differ.
 * Nothing is sent.
 */
export async function playFiles(
  files: readonly PlayedFile[],
  sent: readonly SentFile[],
  parts: PlayParts,
): Promise<PlayedRun> {
  const { now, then } = parts.releases;
  const stages = [await stageOf(now), await stageOf(then)] as const;
  const differences: PlayedDifference[] = [];
  const left = new Map<string, number>();
  let played = 0;
  let shown = 0;
  const take = async (results: AsyncIterable<Played>): Promise<void> => {
    for await (const result of results) {
      if (typeof result === 'string') left.set(result, (left.get(result) ?? 0) + 1);
      else {
        if (result.isState) shown++;
        else played++;
        if (result.difference !== undefined) differences.push(result.difference);
      }
    }
  };
  try {
    for (const file of files) {
      // The responses of a file are its own; what its requests have made stays for the next ones.
      for (const stage of stages) stage.answers = createNamedResponses();
      await take(playFile(file, stages, parts));
    }
    for (const file of sent) await take(playSent(file, stages, then));
  } finally {
    for (const { calls } of stages) await calls.end();
  }
  const reasons = [...left].map(([reason, count]) => ({ reason, count }));
  return { differences, played, shown, left: reasons.toSorted((one, other) => other.count - one.count) };
}

/** What requests of a file are filled in with. */
interface Filling {
  readonly folders: BodyFolders;
  readonly resolveFor: (plan: RequestPlan) => Resolve;
  readonly system: SystemPorts;
}

async function* playFile(
  { path, file, settings, options }: PlayedFile,
  stages: Stages,
  { engine, env, releases }: PlayParts,
): AsyncGenerator<Played, undefined> {
  const variables = environmentsFor(dirname(path), env);
  if ('cause' in variables) {
    yield reasonOf(variables);
    return undefined;
  }
  const folders = bodyFoldersOf(path, { ...settings, allowsOutside: false });
  const sources = runSources({
    ...{ engine, file, path, start: path, checkOptions: options, folders, withDependencies: false },
    blocks: [...file.blocks].map((_, index) => index),
    optionsFor: () => options,
    originsFor: () => ({ environments: variables.environments, environment: env }),
  });
  if ('cause' in sources) {
    yield reasonOf(sources);
    return undefined;
  }
  const time = Date.now();
  const filling: Filling = {
    folders,
    resolveFor: sources.resolveFor,
    // Both get the same values; what is kept or asked for is not read.
    system: {
      ...systemOf(dirname(path), environment),
      now: () => time,
      guid: () => '00000000-0000-4000-8000-000000000000',
      random: () => 0.5,
      secret: () => undefined,
    },
  };
  for (const planned of sources.plans?.() ?? engine.planAll(file, options)) {
    const [stage] = stages;
    const turns = await iterationsOf(planned, {
      ...{ answers: stage.answers, system: filling.system, resolve: filling.resolveFor(planned) },
      readFile: (wanted) => Promise.resolve(readBodyFile(folders, wanted)),
    });
    for (const plan of turns) {
      const endpoint = endpointFor(plan, options, releases.then);
      if (endpoint === undefined) continue;
      const reason = reasonToLeave(plan);
      yield reason ?? (await playPlan(plan, { endpoint, path }, stages, filling));
    }
  }
  return undefined;
}

/** Returns the endpoint of a request to the service; undefined for one to another service. */
function endpointFor(plan: RequestPlan, { context }: CheckOptions, { service }: Release): Endpoint | undefined {
  // Of a path that no operation has, the endpoint says the service.
  if (plan.service !== service.id && (plan.service !== undefined || plan.endpoint === undefined)) return undefined;
  const name = plan.endpoint ?? context.defaults[service.id];
  return context.endpoints.find((one) => one.name === name && one.service === service.id);
}

function reasonToLeave(plan: RequestPlan): string | undefined {
  if (plan.omission !== undefined) return 'they are switched off';
  if (plan.opensChannel === true) return 'they open a connection';
  if ((plan.conditions ?? []).length > 0) return 'a condition decides whether they are sent';
  const problem = plan.problems?.find(({ allowsSending }) => !allowsSending);
  return problem && 'they cannot be sent as they are written';
}

async function playPlan(
  plan: RequestPlan,
  { endpoint, path }: { readonly endpoint: Endpoint; readonly path: string },
  stages: Stages,
  filling: Filling,
): Promise<Played> {
  const server = serverFor(endpoint.name, endpoint.service);
  const responses: WireResponse[] = [];
  const secrets: string[] = [];
  for (const stage of stages) {
    const filled = fillIn(plan, endpoint, stage.answers, filling);
    if (typeof filled === 'string') return filled;
    const { request } = filled;
    if (!isBehind(request.url, endpoint)) return 'they go elsewhere';
    if (isUnread(request.headers)) return 'the sandbox reads no body in their form';
    secrets.push(...filled.secrets);
    const below = request.url.slice(endpoint.baseUrl.length).split('#', 1)[0] ?? '';
    const response = await stage.calls.answer(server, {
      method: request.method,
      target: below.startsWith('/') ? below : `/${below}`,
      headers: playedHeaders(request.headers),
      body: textOfBody(request.body),
    });
    if (plan.name !== undefined) stage.answers.keep(plan.name, received(response), request);
    responses.push(response);
  }
  const [before, after] = responses as [WireResponse, WireResponse];
  if (isUnplayed(before) || isUnplayed(after)) return 'the sandbox does not play what they ask for';
  const found = compareResponses(before, after);
  const line = plan.line === undefined ? {} : { line: plan.line + 1 };
  const shown = relative(process.cwd(), plan.file ?? path)
    .split(sep)
    .join('/');
  const place = { path: shown, ...line, request: plan.label };
  return { difference: found && { ...place, ...maskedDifference(found, secrets) } };
}

/** Fills in a plan; otherwise returns why that is not possible. */
function fillIn(
  plan: RequestPlan,
  endpoint: Endpoint,
  answers: NamedResponses,
  { folders, resolveFor, system }: Filling,
): { readonly request: PreparedRequest; readonly secrets: readonly string[] } | string {
  const files = new Map<string, BodyFile>();
  for (const wanted of filesOf(plan)) {
    const file = readBodyFile(folders, wanted);
    if ('cause' in file) return 'files for their bodies cannot be read';
    files.set(wanted, file);
  }
  const filled = materialise({ plan, endpoint, system, answers, files, resolve: resolveFor(plan) });
  if ('cause' in filled) return 'they cannot be filled in';
  return 'request' in filled ? filled : 'variables have no value';
}

function received({ status, headers, body }: WireResponse): ReceivedResponse {
  return {
    httpVersion: '1.1',
    status,
    statusText: '',
    headers,
    body,
    isTruncated: false,
    size: body.length,
    duration: 0,
  };
}

function textOfBody(body: PreparedRequest['body']): string {
  if (body === undefined || typeof body === 'string') return body ?? '';
  const decoder = new TextDecoder();
  return body.map((piece) => (typeof piece === 'string' ? piece : decoder.decode(piece))).join('');
}
