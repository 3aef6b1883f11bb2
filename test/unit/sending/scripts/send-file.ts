import { refused } from '../../../../packages/sender/src/refusal';
import { reasonOf } from '../../../../packages/sender/src/plan/index';
import { createEngine } from '../../../../packages/engine/src/index';
import { evaluateAsserts } from '../../../../packages/sender/src/asserts/index';
import { hasFailed, judge, type Outcome } from '../../../../packages/sender/src/outcome/index';
import type { FilesPort, ValuesPort, WayPorts } from '../../../../packages/sender/src/ports/index';
import { senderOf, type Situation } from '../../../sender-ports';
import {
  createNamedResponses,
  definitionLayer,
  resolveIn,
  type NamedResponses,
} from '../../../../packages/sender/src/variables/index';
import { bodyFile } from '../../../../packages/platform/src/body-file';

const engine = createEngine();

/** What a file is sent with. */
export interface Sending extends Situation {
  /** Loads what runs scripts. */
  readonly scriptBox: NonNullable<ValuesPort['scriptBox']>;
  readonly process?: Readonly<Record<string, string>>;
  readonly dotenv?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly status?: number;
  /** What scripts and responses have left. */
  readonly answers?: NamedResponses;
}

/** Where the private values of the tests may go: to `own`. */
export const ownWay: WayPorts = {
  isAllowed: (_, way) => way === 'http://own',
  ask: ({ what, way }) => Promise.resolve(refused(`${what} may not go to ${way}`)),
};

/** Sends the requests of a text one after the other, each as often as it says, to services that all give the same response. */
export async function sendFile(text: string, sending: Sending) {
  const { process = {}, dotenv = {}, secrets = {}, files = {}, status = 200, ...ports } = sending;
  const { answers = createNamedResponses() } = ports;
  const lines: string[] = [];
  const outcomes: Outcome[] = [];
  const body = '{"id":7}';
  const response = {
    ...{ status, statusText: 'OK', httpVersion: '1.1', headers: [['Content-Type', 'application/json']] as const, body },
    ...{ duration: 1, size: body.length, isTruncated: false },
  };
  const file = { kind: 'file', path: '/f/.env', place: '.env', named: [] } as const;
  const resolve = resolveIn([definitionLayer(text)]);
  const system = {
    ...{ now: () => 1_000, guid: () => '', random: () => 0.5, environment: (name: string) => process[name] },
    dotenv: Object.assign((name: string) => dotenv[name], { file: () => file }),
    secret: (name: string) => secrets[name],
  };
  const readFile: FilesPort['readFile'] = (path) =>
    Promise.resolve(
      files[path] === undefined ? refused(`no ${path}`) : bodyFile(new TextEncoder().encode(files[path]), path),
    );
  const sender = senderOf({
    ...{ answers, privateWays: ownWay, resolve, system, readFile, evaluateAsserts },
    askForValues: (names) => Promise.resolve(refused(`no value of ${names.join(', ')}`)),
    send: ({ method, url }) => {
      lines.push(`${method} ${url}`);
      return Promise.resolve({ response });
    },
    ...ports,
  });
  for (const planned of engine.planAll(engine.openFile(text), {
    context: { endpoints: [], defaults: {} },
    severities: {},
  }))
    for (const plan of await sender.turnsOf(planned)) {
      const outcome = await sender.send(plan);
      outcomes.push(outcome);
      if (ports.stopsAtFailure === true && hasFailed(judge(outcome).verdict)) return { lines, outcomes, answers };
    }
  return { lines, outcomes, answers };
}

/** Returns what keeps each request from being sent; undefined for one that was sent. */
export function problemsOf(outcomes: readonly Outcome[]): readonly (string | undefined)[] {
  return outcomes.map(({ sent }) => (sent.kind === 'unsent' ? reasonOf(sent.refusal) : undefined));
}
