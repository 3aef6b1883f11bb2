import type { AssertResult } from '../asserts/assert-result';
import type { PlannedScript, RequestPlan, Segment } from '../plan/plan';
import { secretsOfResponse } from '../plan/request-secrets';
import {
  evaluateExpression,
  runScripts,
  type ScriptContext,
  type ScriptFailure,
  type ScriptsEnd,
} from '../scripts/run-scripts';
import type { RunScript, ScriptRequest } from '../scripts/model';
import type { Sent } from '../send/exchange';
import type { Sending } from '../send/sending';
import { createKeptValues, type KeptValues } from '../variables/kept-values';
import { withOwnValues, type NamedResponses } from '../variables/named-responses';

/** The scripts of one request. */
export interface ScriptsOfRequest {
  /** The responses and values that the request uses. */
  readonly answers: NamedResponses;
  readonly before: () => Promise<ScriptsEnd>;
  /** A script that fails is a test that cannot be evaluated: the request was sent. */
  readonly after: (sent: Answered) => Promise<ScriptsEnd>;
  /** Evaluates an expression of an assert; undefined where no scripts are run. */
  readonly evaluate: (code: string, received: Received) => Promise<EvaluatedExpression | undefined>;
}

/** The value of an expression, and the private values that it was computed from. */
type EvaluatedExpression = Awaited<ReturnType<typeof evaluateExpression>>;

/** A response, and what it is the response to, as far as that is known. */
type Received = Pick<Answered, 'response' | 'secrets'> & Partial<Pick<Answered, 'request' | 'uses'>>;
type Answered = Extract<Sent, { readonly kind: 'answered' }>;

const nothing: ScriptsEnd = { tests: [], log: [], pause: 0 };

/** Returns what runs the scripts of a plan; where it has none, nothing is loaded. */
export function scriptsFor({ plan, values, ports, policy }: Sending): ScriptsOfRequest {
  const { scriptBox } = ports.values;
  const scripts = scriptBox === undefined ? [] : (plan.scripts ?? []);
  let own: KeptValues | undefined;
  const ownValues = (): KeptValues => (own ??= createKeptValues());
  const answers = scripts.length === 0 ? values.answers : withOwnValues(values.answers, ownValues());
  const contextOf = async (load: () => Promise<RunScript>, known: Known): Promise<ScriptContext> => {
    const index = plan.turn?.index;
    return {
      answers,
      own: ownValues(),
      resolve: values.resolve,
      system: values.system,
      run: await load(),
      readFile: (path) => ports.files.readFile(path, plan),
      name: plan.name ?? plan.label,
      method: plan.method,
      showsSecrets: policy.showsSecrets === true,
      ...known,
      ...(index !== undefined && { index }),
    };
  };
  const run = async (phase: PlannedScript['phase'], known: () => Known): Promise<ScriptsEnd> => {
    const wanted = scripts.filter((script) => script.phase === phase);
    if (wanted.length === 0 || scriptBox === undefined) return nothing;
    // How often a script runs is known to it, and a private list decides that.
    values.answers.kept.carry(plan.turn?.variable?.uses ?? []);
    return runScripts(wanted, await contextOf(scriptBox, known()));
  };
  const knownOf = ({ request, response, secrets, uses = [] }: Received): Known => ({
    request: request === undefined ? writtenRequest(plan) : sentRequest(request),
    ...{ response, uses },
    secrets: [...secrets, ...secretsOfResponse(response)],
  });
  return {
    answers,
    // What is left out is not prepared either.
    before: () =>
      plan.omission ? Promise.resolve(nothing) : run('request', () => ({ request: writtenRequest(plan) })),
    after: async (sent) => {
      const ended = await run('response', () => knownOf(sent));
      return ended.problem === undefined ? ended : { ...ended, tests: [...ended.tests, testOf(ended.problem)] };
    },
    evaluate: async (code, received) =>
      scriptBox === undefined ? undefined : evaluateExpression(code, await contextOf(scriptBox, knownOf(received))),
  };
}

type Known = Pick<ScriptContext, 'request' | 'response' | 'uses' | 'secrets'>;

function sentRequest({ url, headers, body }: Answered['request']): ScriptRequest {
  const pieces = typeof body === 'string' ? [body] : (body ?? []);
  const isText = pieces.every((piece) => typeof piece === 'string');
  return { url, headers, ...(isText && body !== undefined && { body: pieces.join('') }) };
}

function testOf({ message, place, line }: ScriptFailure): AssertResult {
  return { text: 'Script', line, outcome: 'unevaluated', message: `${message} (${place})`, isTest: true };
}

/** Returns a request with its variables as they are written. */
function writtenRequest(plan: RequestPlan): ScriptRequest {
  const { target, headers, body } = plan;
  const text =
    body?.kind === 'text'
      ? writtenText(body.segments)
      : body?.kind === 'pieces' && body.pieces.every((piece) => piece.kind === 'text')
        ? body.pieces.map((piece) => writtenText(piece.segments)).join('')
        : undefined;
  return {
    url: writtenText(target),
    headers: headers
      .filter(({ whole }) => whole === undefined)
      .map((field) => [writtenText(field.name), writtenText(field.value)] as const),
    ...(text !== undefined && { body: text }),
  };
}

function writtenText(segments: readonly Segment[]): string {
  return segments.map((segment) => (typeof segment === 'string' ? segment : `{{${segment.variable}}}`)).join('');
}
