import { describe, expect, it } from 'vitest';
import {
  createClusterPair,
  createEngine,
  createHostState,
  defaultConfiguration,
  stepHost,
  type CheckOptions,
  type RequestPlan,
} from '../../engine/src/index';
import { checkFor, createPlay, stepFirstCluster } from './play';

// One source of rules, two consumers: what the editor calls an error the sandbox refuses by the same rule, over the examples of every rule.

const engine = createEngine();
const options: CheckOptions = {
  context: { endpoints: defaultConfiguration.endpoints, defaults: defaultConfiguration.defaults },
  severities: {},
};

interface Example {
  readonly plan: RequestPlan;
  /** The requests above it in the same example, which made what it uses. */
  readonly earlier: readonly RequestPlan[];
  readonly errors: readonly string[];
  /** Rules that say it less loudly: what a document or a search of an index meets there, the checker only guesses. */
  readonly doubts: readonly string[];
}

/** The examples' requests to described operations, without variables, whose values nobody knows. */
const examples: readonly Example[] = engine.rules
  .flatMap(({ docs }) => [...docs.valid, ...docs.invalid])
  .flatMap((text) => {
    const file = engine.openFile(text);
    const { findings } = engine.check(file, options);
    const earlier: RequestPlan[] = [];
    return file.blocks.flatMap((_, block) => {
      const binding = engine.bind(file, block, options.context);
      const plan = engine.plan(file, block, options);
      if (!plan || plan.isAbsolute || plan.variables.length > 0 || plan.body?.kind === 'file') return [];
      if (binding?.match.kind !== 'operation' || binding.match.operation.isOutline) return [];
      const rulesOf = (isError: boolean) =>
        (findings[block] ?? []).filter(({ severity }) => (severity === 'error') === isError).map(({ rule }) => rule);
      const before = [...earlier];
      earlier.push(plan);
      return [{ plan, earlier: before, errors: rulesOf(true), doubts: rulesOf(false) }];
    });
  });

/** Plays the request as the administrator, with its own credential where that is an API key of the sandbox. */
function play({ plan, earlier }: Example) {
  const text = (segments: readonly unknown[]) => segments.join('');
  const [, ...path] = text(plan.target).split('/repos/');
  const repository = path.join('').split('/').slice(0, 2).join('/');
  const isCluster = plan.service === 'search-cluster';
  const check = checkFor(isCluster ? 'search-cluster' : 'code-hosting');
  const body = plan.body?.kind === 'text' ? text(plan.body.segments) : undefined;
  const line = `${plan.method} ${text(plan.target)}`;
  if (!isCluster) return createPlay(createHostState('b', [repository]), stepHost, check, 'Bearer b').send(line, body);
  const cluster = createPlay(createClusterPair('b'), stepFirstCluster, check, 'Bearer b');
  for (const { method, target, body: sent } of earlier) {
    cluster.send(`${method} ${text(target)}`, sent?.kind === 'text' ? text(sent.segments) : undefined);
  }
  const own = plan.headers.find(({ name }) => text(name).toLowerCase() === 'authorization');
  if (!own || !/^apikey /i.test(text(own.value))) return cluster.send(line, body);
  const { body: key } = cluster.send('PUT /_security/api_key', { name: 'caller' });
  return cluster.send(line, body, `ApiKey ${String(key.encoded)}`);
}

/** Rules whose cause does not reach the wire: comments, the test's own credential, and a deployment that only the file names. */
const ofTheFile: readonly string[] = ['malformed-credentials', 'malformed-json', 'unsupported-deployment'];

/** Operations that the sandbox does not play say so, and agree with nobody. */
const played = examples.filter(
  (example) => !JSON.stringify(play(example).body).includes('does not play this operation'),
);
const refused = played.filter(({ errors }) => errors.some((rule) => !ofTheFile.includes(rule)));
const accepted = played.filter((example) => example.errors.length === 0);

describe('what the checker calls an error', () => {
  it('is shown by examples of several rules', () => {
    expect(new Set(refused.flatMap(({ errors }) => errors)).size).toBeGreaterThan(8);
  });

  it.each(refused)('is refused: $plan.method $plan.label $errors', (example) => {
    const { status, body } = play(example);
    expect([400, 422]).toContain(status);
    expect(example.errors).toContain(body.rule);
  });
});

describe('what the checker does not call an error', () => {
  it.each(accepted)('is not refused by a rule that said nothing: $plan.method $plan.label', (example) => {
    expect([undefined, ...example.doubts]).toContain(play(example).body.rule);
  });
});
