import { reasonOf, type Refusal } from '../refusal';
import { endpointOfUrl, isBehind } from '@rulebook/checker/binding/destination';
import type { Endpoint } from '@rulebook/checker/binding/model';
import { credentialScheme } from '@rulebook/catalogue/masking/credential-scheme';
import { createMasker } from '@rulebook/catalogue/masking/masker';
import { mask } from '@rulebook/catalogue/masking/mask-named-secrets';
import { isSecretMember } from '@rulebook/catalogue/masking/secret-names';
import { channelUrl } from '@rulebook/request-file/syntax/channel';
import { count } from '@rulebook/text/count';
import { differingHost } from '@rulebook/text/differing-host';
import { allowsSending, leftOutOf } from '../plan/explain-plan';
import { hasOwnCredential, materialise, type Materialised } from '../variables/materialise';
import { fillPaths } from '../variables/filled-paths';
import { filesOf } from '../variables/materialise-body';
import type { BodyFile, PreparedRequest } from '../plan/prepared-request';
import type { RequestPlan, Segment } from '../plan/plan';
import { channelMethod } from '../plan/channel';
import { promptOfVariable } from '../plan/prompts';
import { createFiller } from '../variables/resolve-variables';
import { segmentsOf, variablesOf } from '../plan/segments';
import { isSandboxEndpoint } from '../configuration/sandbox-endpoint';
import { refusalsOf } from '../send/refusals';
import { iterationsOf, valueInIteration } from '../variables/iterations';
import { unmetCondition } from '../outcome/conditions';
import { howItIsSent } from './how-it-is-sent';
import { explainMissing } from '../variables/explain-missing';
import { ofOneRequest, type Resolve } from '../variables/system-variables';
import { resolveIn } from '../variables/variable-layers';
import { allVariables, explainVariable, type ValuePorts } from './explain-variables';
import type { Explanation, ExplainedCredential, ExplainedEndpoint } from './explanation';
import { filledOr, fillEffects, fillNeeds, valuesFor } from '../variables/shown-values';

/** What an explanation looks at. It asks no one, sends nothing, and never needs the value of a credential. */
export interface ExplainPorts extends ValuePorts {
  readonly plan: RequestPlan;
  /** The endpoint for paths. */
  readonly endpoint: Endpoint | undefined;
  /** Set if the user has named or chosen the endpoint. */
  readonly chosenBy?: 'option' | 'choice' | undefined;
  readonly endpoints: readonly Endpoint[];
  readonly environment: (name: string) => string | undefined;
  readonly userAgent?: string | undefined;
  /** The sender writes the files that `>>` names for the response. */
  readonly writesFiles?: boolean;
  /** Returns the content of a file that the body includes. */
  readonly readFile: (path: string) => Promise<BodyFile | Refusal>;
  /** Says what a request to the endpoint authenticates with. */
  readonly credentialOf: (endpoint: Endpoint) => Promise<ExplainedCredential> | ExplainedCredential;
}

/** A longer body is cut, in UTF-16 code units. */
const longestBody = 1_000_000;

/** Explains a request without sending it. */
export async function explainRequest(ports: ExplainPorts): Promise<Explanation> {
  const { answers } = ports;
  // Of a request that repeats itself, the first time is explained.
  const { line } = ports.plan;
  const known = { resolve: resolveIn(ports.layers, line), system: ofOneRequest(ports.system), answers };
  const [turn = ports.plan] = await iterationsOf(ports.plan, { ...known, readFile: ports.readFile });
  const paths = fillPaths(turn, known);
  const plan = 'plan' in paths ? paths.plan : turn;
  const { outputs: _outputs, ...unwritten } = plan;
  const { files, problems: fileProblems } = await readFiles('plan' in paths ? paths.plan : undefined, ports);
  const real = valuesFor(known, { isShown: false });
  const shown = valuesFor(known, { isShown: true });
  const fill = (values: typeof real, endpoint: Endpoint | undefined, credential?: string): Materialised =>
    materialise({ plan, endpoint, ...values, answers, files, credential, userAgent: ports.userAgent });

  // The values decide where the request goes. What is shown is filled in once more, without secrets.
  const filled = fill(real, ports.endpoint);
  const request = 'request' in filled ? filled.request : undefined;
  const place = placeOfUrl(request?.url, ports);
  const credential = await credentialFor(request, place, ports);
  const added = credential.kind === 'endpoint' ? mask : undefined;
  const masked = fill(shown, place ?? ports.endpoint, added);
  const written = 'request' in masked ? masked.request : asWritten(ports, shown);

  const at = { ...ports, line };
  const names = allVariables([...plan.variables, ...variablesOfFiles(plan, files)], at);
  const values = createFiller(real.resolve, real.system, answers.resolve);
  const valueOf = (name: string) => filledOr(values, [{ variable: name }]);
  names.forEach(valueOf);
  const secrets = [...('secrets' in filled ? filled.secrets : []), ...values.secrets].filter(isValue);
  const show = createMasker(secrets).text;
  const texts = createFiller(shown.resolve, shown.system, answers.resolve);
  const maskedValueOf = (name: string) => filledOr(texts, [{ variable: name }]);
  const variables = names.map((name) => explainVariable(name, at, { valueOf, maskedValueOf, show }));
  const isEntered = (name: string) =>
    valueInIteration(plan.turn, name) !== undefined ||
    promptOfVariable(name) !== undefined ||
    plan.prompts?.some((prompt) => prompt.name === name) === true;
  const missing = variables.flatMap(({ name, kind }) =>
    (kind === 'none' || needsOuterValue(name, known.resolve)) && !isEntered(name) ? [name] : [],
  );
  const body = bodyOfRequest(written, files);
  return {
    label: show(plan.label),
    ...(plan.line !== undefined && { line: plan.line }),
    method: plan.method,
    ...(plan.service !== undefined && { service: plan.service }),
    ...(plan.operation !== undefined && { operation: plan.operation }),
    url: show(plan.method === channelMethod ? channelUrl(written.url) : written.url),
    ...(place && { endpoint: explainEndpoint(place, ports) }),
    headers: written.headers.map(([name, value]) => [show(name), shownValue(name, value, show)]),
    ...(body !== undefined && { body: show(body.slice(0, longestBody)) }),
    ...(body !== undefined && body.length > longestBody && { isBodyCut: true }),
    credential,
    variables,
    ...(plan.needs && { needs: fillNeeds(plan.needs, known, show) }),
    effects: fillEffects(plan.effects ?? [], known).map((effect) => ({
      ...effect,
      message: show(effect.message),
    })),
    sending: howItIsSent(ports.writesFiles === true ? plan : unwritten).map(show),
    problems: [
      ...refusalsOf(plan, ports.endpoint, ports).flatMap(({ kind, cause }) =>
        kind === 'destructive' || kind === 'protected' || kind === 'note' ? [] : [cause],
      ),
      ...[unmetCondition({ plan, values: known })].flatMap((unmet) => (unmet === undefined ? [] : [reasonOf(unmet)])),
      ...(missing.length === 0 ? [] : [explainMissing(missing, { ...plan, answers })]),
      // It may follow from what the others say.
      ...('cause' in filled && missing.length === 0 && allowsSending(plan) ? [reasonOf(filled)] : []),
      ...('cause' in paths ? [reasonOf(paths)] : []),
      ...fileProblems,
      ...[leftOutOf(ports.writesFiles === true ? unwritten : plan)].filter((text) => text !== undefined),
    ].map(show),
  };
}

async function readFiles(plan: RequestPlan | undefined, { readFile }: ExplainPorts) {
  const files = new Map<string, BodyFile>();
  const problems: string[] = [];
  for (const path of plan === undefined ? [] : filesOf(plan)) {
    const file = await readFile(path);
    if ('cause' in file) problems.push(reasonOf(file));
    else files.set(path, file);
  }
  return { files, problems };
}

/** Returns the endpoint that a filled URL belongs to; without a URL, that of the plan. */
function placeOfUrl(url: string | undefined, { plan, endpoint, endpoints }: ExplainPorts): Endpoint | undefined {
  if (url === undefined) return endpoint;
  if (isBehind(url, endpoint)) return endpoint;
  const place = endpointOfUrl(url, endpoints);
  return place ?? (plan.isAbsolute ? undefined : endpoint);
}

function explainEndpoint(place: Endpoint, { plan, endpoint, chosenBy }: ExplainPorts): ExplainedEndpoint {
  const { name, baseUrl, insecure = false } = place;
  const proxy = isSandboxEndpoint(place) ? undefined : place.proxy;
  return {
    name,
    baseUrl,
    why: whyOf(),
    isProtected: place.protected === true,
    isInsecure: insecure,
    ...(proxy !== undefined && { proxy: proxy.replace(/[^/]*@/, '') }),
  };

  function whyOf(): string {
    if (place.name !== endpoint?.name) return 'the URL begins with its base URL';
    if (chosenBy !== undefined) return chosenBy === 'option' ? 'named by --endpoint' : 'chosen in the editor';
    if (plan.endpointBy === 'directive') return 'named by `# @endpoint`';
    if (plan.endpointBy === 'url') return 'the URL begins with its base URL';
    if (plan.endpointBy === 'only-service')
      return `the default for ${place.service}, the only service with an endpoint here`;
    return `the default for ${place.service}`;
  }
}

/** Returns whether a variable is defined by its own name, and has no value elsewhere. */
function needsOuterValue(name: string, resolve: Resolve): boolean {
  const value = resolve(name);
  return (
    value?.value.includes('{{') === true &&
    variablesOf([segmentsOf(value.value)]).includes(name) &&
    resolve(name, value) === undefined
  );
}

async function credentialFor(
  request: PreparedRequest | undefined,
  place: Endpoint | undefined,
  { plan, credentialOf }: ExplainPorts,
): Promise<ExplainedCredential> {
  if (request !== undefined && hasOwnCredential(request, plan))
    return { kind: 'request', source: 'written in the request' };
  if (plan.credential?.kind === 'none') return { kind: 'none', source: 'none is added to this request' };
  if (place === undefined) return { kind: 'none', source: 'none, since the request goes to no endpoint' };
  if (request !== undefined && differingHost(request.url, request.headers) !== undefined)
    return { kind: 'none', source: 'none, since `Host` is not that of the URL' };
  if (place.authentication?.type === 'unreadable')
    return { kind: 'none', source: 'none, since the `authentication` of the endpoint cannot be read' };
  return credentialOf(place);
}

/** Returns the request of a plan that cannot be filled in completely. */
function asWritten({ plan, answers, endpoint }: ExplainPorts, { resolve, system }: ReturnType<typeof valuesFor>) {
  const filler = createFiller(resolve, system, answers.resolve);
  const text = (segments: readonly Segment[]) => filledOr(filler, segments).trim();
  const target = text(plan.target);
  const url = plan.isAbsolute || endpoint === undefined ? target : `${endpoint.baseUrl}${target}`;
  const headers = plan.headers.map(({ name, value, whole }) => {
    // A value that is missing says nothing of the name.
    const [, first = '', rest = ''] = /^([^:{}]+):(.*)$/s.exec(whole ? text(name) : '') ?? [];
    return first === '' ? ([text(name), text(value)] as const) : ([first.trim(), rest.trim()] as const);
  });
  const body = plan.body?.kind === 'text' ? filledOr(filler, plan.body.segments) : undefined;
  return { method: plan.method, url, headers, ...(body !== undefined && { body }) };
}

/** Returns the value of a header field. Of a credential, the scheme and the names of variables without a value are shown. */
function shownValue(name: string, value: string, show: (text: string) => string): string {
  if (!isSecretMember(name)) return show(value);
  const [scheme = ''] = credentialScheme.exec(value) ?? [];
  const rest = value.slice(scheme.length);
  return /^\{\{[^{}]*\}\}$/.test(rest) ? value : `${scheme}${mask}`;
}

/** A variable without a value is not a secret, although it is where one belongs. */
function isValue(secret: string): boolean {
  return (
    secret !== mask &&
    secret
      .replace(credentialScheme, '')
      .replace(/\{\{[^{}]*\}\}/g, '')
      .trim() !== ''
  );
}

function bodyOfRequest(
  { body }: Pick<PreparedRequest, 'body'>,
  files: ReadonlyMap<string, BodyFile>,
): string | undefined {
  if (body === undefined || typeof body === 'string') return body;
  return body.map((piece) => (typeof piece === 'string' ? piece : textOfBytes(piece, files))).join('');
}

/** Returns the text of a file, or a note in the place of bytes that are none. */
function textOfBytes(bytes: Uint8Array, files: ReadonlyMap<string, BodyFile>): string {
  const [path, file] = [...files].find(([, one]) => one.bytes === bytes) ?? [];
  const text = bytes.length > longestBody ? undefined : file?.text();
  return text === undefined || /[\0\uFFFD]/.test(text)
    ? `(${count(bytes.length, 'byte')} of ${path ?? 'a file'})`
    : text;
}

function variablesOfFiles({ body }: RequestPlan, files: ReadonlyMap<string, BodyFile>): readonly string[] {
  const pieces = body?.kind === 'pieces' ? body.pieces : body?.kind === 'file' ? [body] : [];
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'file' || !piece.fillsVariables) return [];
    const text = files.get(piece.path)?.text(piece.encoding);
    return text === undefined ? [] : variablesOf([segmentsOf(text)]);
  });
}
