import type { RequestPlan } from '../../packages/sender/src/plan/index';
import { segmentsOf } from '../../packages/sender/src/plan/segments';
import { createNamedResponses, materialise } from '../../packages/sender/src/variables/index';
import { listOf, objectOf, responseOf, times, type ScalingTask } from './tasks';

const plan: RequestPlan = { method: 'POST', target: [], isAbsolute: false, headers: [], variables: [] } as never;

/** Requests that are filled in. */
export const fillings: readonly ScalingTask[] = [
  { name: 'chained variables', n: 10_000, prepare: (n) => filling('{{v0}}', n, (at) => `{{v${at + 1}}}a`) },
  {
    name: 'chained variables twice',
    n: 10_000,
    prepare: (n) => filling('{{v0}}', n, (at) => `{{v${at + 1}}}{{v${n}}}`),
  },
  { name: 'doubled variables', n: 1_000, prepare: (n) => filling('{{v0}}', n, (at) => `{{v${at + 1}}}{{v${at + 1}}}`) },
  { name: 'cyclic variables', n: 10_000, prepare: (n) => filling('{{v0}}', n, (at) => `{{v${(at + 1) % n}}}`) },
  {
    name: 'many cyclic variables',
    n: 10_000,
    prepare: (n) =>
      filling(
        times(n, (at) => `{{v${at}}}`),
        n,
        (at) => `{{v${at}}}`,
      ),
  },
  {
    name: 'one variable in a long body',
    n: 50_000,
    prepare: (n) => filling('some text {{v0}} '.repeat(n), 1, () => 'a'),
  },
  {
    name: 'variables in a long body',
    n: 20_000,
    prepare: (n) =>
      filling(
        times(n, (at) => `{{v${at}}} `),
        n,
        (at) => `a${at}`,
      ),
  },
  {
    name: 'secret variables in a long body',
    n: 5_000,
    prepare: (n) =>
      filling(
        times(n, (at) => `{{token${at}}} `),
        n,
        (at) => `secret${at}`,
      ),
  },
  {
    name: 'variables without a value',
    n: 20_000,
    prepare: (n) =>
      filling(
        times(n, (at) => `{{x${at}}} `),
        0,
        () => '',
      ),
  },
  ...[
    ['segments', '/a', '/{{v}}'],
    ['segments that are dots', '/a', '/{{dots}}'],
    ['parts of one segment', '/a', '{{v}}'],
    ['parameters', '/a?b=c', '&q={{v}}'],
    ['parts of one parameter', '/a?b=', '{{v}}'],
    ['parts of a host', 'http://a', '{{v}}.'],
    ['the names of a host', 'http://', '{{v}}'],
  ].map(([name = '', begin = '', piece = '']) => ({
    name: `variables that are ${name}`,
    // A few thousand cost next to nothing, however they grow.
    n: 600_000,
    prepare: (n: number) => fillingTarget(begin + piece.repeat(n)),
  })),
  { name: 'opening braces in a value', n: 50_000, prepare: (n) => filling('{{v0}}', 1, () => '{{a'.repeat(n)) },
  { name: 'escaped braces in a value', n: 50_000, prepare: (n) => filling('{{v0}}', 1, () => '\\{\\{a'.repeat(n)) },
  { name: 'system variables', n: 5_000, prepare: (n) => filling('{{$guid}} {{$timestamp}} '.repeat(n), 0, () => '') },
  {
    name: 'values of responses',
    n: 300,
    prepare: (n) => {
      const answers = createNamedResponses();
      answers.keep('login', responseOf(objectOf(1_000)));
      return () =>
        filled(
          times(n, (at) => `{{login.response.body.$.a${at}}}`),
          new Map(),
          answers,
        );
    },
  },
];

function filling(body: string, n: number, value: (at: number) => string): () => unknown {
  const values = new Map(listOf(n, value).map((text, at) => [`v${at}`, text]));
  for (const [at, text] of listOf(n, value).entries()) values.set(`token${at}`, text);
  return () => filled(body, values, createNamedResponses());
}

function fillingTarget(target: string): () => unknown {
  const values = new Map([
    ['v', 'a'],
    ['dots', '..'],
  ]);
  return () => filled('', values, createNamedResponses(), target);
}

function filled(
  body: string,
  values: ReadonlyMap<string, string>,
  answers: ReturnType<typeof createNamedResponses>,
  target = '/a',
): unknown {
  return materialise({
    plan: {
      ...plan,
      target: segmentsOf(target),
      body: { kind: 'text', segments: segmentsOf(body), form: 'json' } as never,
    },
    endpoint: undefined,
    resolve: (name) => {
      const value = values.get(name);
      return value === undefined ? undefined : { value, isSecret: name.startsWith('token') };
    },
    system: { now: () => 0, guid: () => 'guid', random: () => 0.5, environment: () => undefined },
    answers,
  });
}
