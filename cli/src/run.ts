import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve as resolvePath } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  blockAtLine,
  createAnswers,
  createEngine,
  credentialVariable,
  definitionsIn,
  describeResponse,
  filesOf,
  mask,
  materialise,
  redact,
  requestsReferredTo,
  secretsIn,
  wantsCredential,
  type Answers,
  type BodyFile,
  type Configuration,
  type Endpoint,
  type Engine,
  type ReceivedResponse,
  type RequestFile,
  type RequestPlan,
  type SystemPorts,
  type Transport,
} from '../../engine/src/index';
import { bodyFile } from '../../platform/node/body-file';
import { dotenvOf } from '../../platform/node/dotenv';
import { proxiesOf } from '../../platform/node/proxy';
import { createTransport } from '../../platform/node/transport';
import { createConfigurationFinder, environment } from './configuration-file';
import { environmentVariables } from './environment-file';
import { complain, exitCodes } from './exit-codes';
import { createOutput } from './output';

/** The options of `rulebook run`. */
export interface RunOptions {
  readonly name?: string;
  readonly line?: number;
  readonly all?: boolean;
  readonly endpoint?: string;
  readonly env?: string;
  readonly var: readonly string[];
  readonly sendAnyway?: boolean;
  readonly showSecrets?: boolean;
  readonly format: string;
}

/** What became of one request; printed by `--format json`. */
interface Outcome {
  readonly label: string;
  readonly method: string;
  readonly url?: string;
  readonly endpoint?: string;
  readonly isSent: boolean;
  /** Why it was not sent, or got no answer. */
  readonly reason?: string;
  readonly status?: number;
  readonly response?: ReceivedResponse;
  /** Returns the answer as people read it. */
  readonly text: () => string;
}

/** Sends requests of a file in order, prints the answers, and returns the exit code. A failure ends the run. */
export async function run(path: string, options: RunOptions): Promise<number> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    complain(`${path}: cannot be read; check that it exists and may be read`);
    return exitCodes.usage;
  }
  const wrongPair = options.var.find((pair) => !/^[^=]+=/.test(pair));
  if (wrongPair !== undefined) {
    complain(`--var ${wrongPair} has no value; write --var name=value`);
    return exitCodes.usage;
  }
  const { configuration, checkOptions, root } = createConfigurationFinder()(dirname(path));
  const endpoint = configuration.endpoints.find(({ name }) => name === options.endpoint);
  if (options.endpoint !== undefined && !endpoint) {
    const names = configuration.endpoints.map(({ name }) => name).join(', ');
    complain(`no endpoint is called ${options.endpoint}; rulebook.json knows ${names}`);
    return exitCodes.usage;
  }
  const variables = environmentVariables(dirname(path), options.env);
  if ('problem' in variables) {
    complain(variables.problem);
    return exitCodes.usage;
  }
  const engine = createEngine();
  const file = engine.openFile(text);
  const chosen = chooseBlocks(engine, file, options);
  if (typeof chosen === 'string') {
    complain(chosen);
    return exitCodes.usage;
  }
  const given = new Map(options.var.map((pair) => splitPair(pair)));
  const definitions = definitionsIn(text);
  const resolve = (name: string) => given.get(name) ?? definitions.get(name) ?? variables.values.get(name);
  const transport = createTransport({ proxies: proxiesOf(environment), keepsConnections: true });
  const surroundings: Surroundings = {
    configuration,
    endpoint,
    resolve,
    folder: dirname(path),
    root,
    options,
    transport,
    system: systemOf(dirname(path)),
    answers: createAnswers(),
    referredTo: requestsReferredTo(text),
  };
  const outcomes: Outcome[] = [];
  let code: number = exitCodes.success;
  const plans = options.all
    ? engine.planAll(file, checkOptions)[Symbol.iterator]()
    : plansOf(chosen, (block) => engine.plan(file, block, checkOptions));
  const output = createOutput();
  let next = plans.next();
  if (next.done) {
    complain('the file holds no request');
    return exitCodes.usage;
  }
  let shown: Outcome | undefined;
  const show = async ({ isSent, text }: Outcome) => {
    if (options.format === 'json') return;
    if (isSent) {
      await output.write(`${text()}\n`);
      return;
    }
    await output.end();
    process.stderr.write(`${text()}\n`);
  };
  while (!next.done) {
    const sending = send(next.value, surroundings);
    // It is waited for below, so until then nobody needs to hear of its fault.
    sending.catch(() => undefined);
    // The request is written in the next turn; while the service works on it, the last answer is shown and the next request planned.
    await setImmediate();
    if (shown) await show(shown);
    next = plans.next();
    shown = await sending;
    if (!shown.isSent) code = exitCodes.unsent;
    else if ((shown.status ?? 0) >= 400) code = exitCodes.findings;
    if (options.format === 'json') outcomes.push(shown);
    if (!shown.isSent) break;
  }
  if (shown) await show(shown);
  transport.close();
  await output.end();
  if (options.format === 'json') {
    const requests = outcomes.map((outcome) => ({ ...outcome, text: outcome.text() }));
    process.stdout.write(`${JSON.stringify({ version: 1, requests }, null, 2)}\n`);
  }
  return code;
}

function* plansOf(
  blocks: readonly number[],
  plan: (block: number) => RequestPlan | undefined,
): Generator<RequestPlan, undefined> {
  for (const block of blocks) {
    const planned = plan(block);
    if (planned) yield planned;
  }
  return undefined;
}

function systemOf(folder: string): SystemPorts {
  return {
    now: () => Date.now(),
    guid: () => randomUUID(),
    random: () => Math.random(),
    environment,
    dotenv: dotenvOf(folder),
    localOffset: (time) => -new Date(time).getTimezoneOffset(),
  };
}

interface Surroundings {
  readonly configuration: Configuration;
  readonly endpoint: Endpoint | undefined;
  readonly resolve: (name: string) => string | undefined;
  readonly folder: string;
  /** Where bodies are looked for that are not beside the file. */
  readonly root: string;
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly system: SystemPorts;
  readonly answers: Answers;
  /** Names of the requests whose answers the file refers to; others are not kept. */
  readonly referredTo: ReadonlySet<string>;
}

async function send(
  plan: RequestPlan,
  { configuration, endpoint, resolve, folder, root, options, transport, system, answers, referredTo }: Surroundings,
): Promise<Outcome> {
  const target = endpoint ?? configuration.endpoints.find(({ name }) => name === plan.endpoint);
  const about = { label: plan.label, method: plan.method, ...(target && { endpoint: target.name }) };
  const unsent = (reason: string): Outcome => ({
    ...about,
    isSent: false,
    reason,
    text: () => `rulebook: ${plan.label} was not sent: ${reason}`,
  });
  if (plan.errors > 0 && !options.sendAnyway) {
    return unsent(
      `the check finds ${plan.errors === 1 ? 'an error' : `${plan.errors} errors`}; run \`rulebook check\` to see what, mend it, or add --send-anyway`,
    );
  }
  if (!target && !plan.isAbsolute) return unsent('it has no endpoint; name one by `# @endpoint name` or --endpoint');
  if (target?.protected && plan.isUnsafe && !options.sendAnyway) {
    return unsent(`the endpoint ${target.name} is protected; add --send-anyway to change something there`);
  }
  const bodies = readBodies(plan, [folder, root]);
  if ('problem' in bodies) return unsent(bodies.problem);
  const filled = materialise({
    plan,
    endpoint: target,
    resolve,
    system,
    answers,
    credential: target && environment(credentialVariable(target.name)),
    files: bodies.files,
  });
  if ('unresolved' in filled) {
    const [first = 'name'] = filled.unresolved;
    const nextStep =
      answers.explain(first) ?? (first.startsWith('$') ? 'look at how it is written' : `add --var ${first}=value`);
    return unsent(`no value is known for ${filled.unresolved.join(', ')}; ${nextStep}`);
  }
  const outcome = await transport.send(filled.request, {
    verifyTls: target?.insecure !== true,
    followsRedirects: plan.staysAtUrl !== true,
  });
  const shown = {
    ...about,
    label: redact(plan.label, filled.secrets),
    url: redact(filled.request.url, filled.secrets),
  };
  if ('failure' in outcome) {
    const reason = redact(outcome.failure.message, filled.secrets);
    const place = target ? ` (endpoint ${target.name})` : '';
    return { ...shown, isSent: false, reason, text: () => `rulebook: ${shown.label} got no answer${place}: ${reason}` };
  }
  const { response } = outcome;
  if (plan.name !== undefined && referredTo.has(plan.name)) answers.note(plan.name, response);
  const refusal = target && wantsCredential(response) ? credentialHint(target) : '';
  const answer = () => (options.showSecrets ? plainResponse(response) : describeResponse(response, filled));
  return {
    ...shown,
    isSent: true,
    status: response.status,
    ...(options.format === 'json' && {
      response: options.showSecrets ? response : maskedResponse(response, filled.secrets),
    }),
    text: () => `# ${shown.label}\n${answer()}${refusal}`,
  };
}

function credentialHint({ name, baseUrl }: Endpoint): string {
  return `\n# ${name} (${baseUrl}) does not accept the credential, or got none: set ${credentialVariable(name)}.\n`;
}

function plainResponse({ status, statusText, headers, body }: ReceivedResponse): string {
  return `${[`HTTP/1.1 ${status} ${statusText}`, ...headers.map((pair) => pair.join(': '))].join('\n')}\n\n${body}\n`;
}

function maskedResponse(response: ReceivedResponse, sent: readonly string[]): ReceivedResponse {
  const secrets = [...sent, ...secretsIn(response).map(({ value }) => value)];
  return {
    ...response,
    headers: response.headers.map(
      ([name, value]) => [name, name.toLowerCase() === 'set-cookie' ? mask : redact(value, secrets)] as const,
    ),
    body: redact(response.body, secrets),
  };
}

function readBodies(
  plan: RequestPlan,
  folders: readonly string[],
): { readonly files: ReadonlyMap<string, BodyFile> } | { readonly problem: string } {
  const files = new Map<string, BodyFile>();
  for (const path of filesOf(plan)) {
    const bytes = readFirst(folders.map((folder) => resolvePath(folder, path)));
    if (bytes === undefined) return { problem: `its body file ${path} cannot be read` };
    files.set(path, bodyFile(bytes));
  }
  return { files };
}

function readFirst(paths: readonly string[]): Buffer | undefined {
  for (const path of paths) {
    try {
      return readFileSync(path);
    } catch {
      continue;
    }
  }
  return undefined;
}

function chooseBlocks(engine: Engine, file: RequestFile, options: RunOptions): readonly number[] | string {
  const choices = [options.all === true, options.line !== undefined, options.name !== undefined].filter(Boolean);
  if (choices.length > 1) return '--name, --line and --all exclude each other; keep one';
  const blocks = file.blocks.map((_, index) => index);
  // Blocks without a request have no plan, so nothing needs to be parsed for this choice.
  if (options.all) return blocks;
  const all = blocks.filter((index) => engine.parse(file, index).request);
  if (all.length === 0) return 'the file holds no request';
  if (options.line !== undefined) {
    const block = blockAtLine(file, options.line - 1);
    return all.includes(block) ? [block] : `there is no request at line ${options.line}`;
  }
  if (options.name !== undefined) {
    const named = all.find((index) => namesOf(engine, file, index).includes(options.name ?? ''));
    return named === undefined ? `no request is called ${options.name}` : [named];
  }
  return all.length === 1 ? all : 'the file holds several requests; choose by --name, --line or --all';
}

function namesOf(engine: Engine, file: RequestFile, index: number): readonly string[] {
  const block = engine.parse(file, index);
  const directive = block.directives.find(({ name }) => name.text === 'name')?.value?.text;
  return [directive, block.title?.text].filter((name) => name !== undefined);
}

function splitPair(pair: string): readonly [string, string] {
  const equals = pair.indexOf('=');
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}
