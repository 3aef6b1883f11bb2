import { expect, it } from 'vitest';
import { directives, type DirectiveName } from '../../../packages/language/src/directives';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';

/** A value of each directive with which it has an effect. */
const values: Readonly<Record<DirectiveName, string>> = {
  name: 'created',
  endpoint: 'other',
  header: 'X-Tenant: acme',
  target: '8.12',
  deployment: 'serverless',
  prompt: 'reviewer Who?',
  secret: 'pin Your PIN',
  import: './shared.http',
  'rights-of': './backup.http',
  timeout: '5 s',
  'connection-timeout': '5 s',
  delay: '2 s',
  ratelimit: 'minIdleTime 500',
  loop: 'for 3',
  for: 'file users.csv',
  until: 'status == 200',
  if: '{{stage}} == prod',
  disabled: 'true',
  note: 'Sure?',
  insecure: '',
  'no-redirect': '',
  'no-cookie-jar': '',
  'no-log': '',
  sequence: 'all: setup',
  tag: 'smoke',
  ref: 'setup',
  forceRef: 'setup',
};

const engine = createEngine();
const options: CheckOptions = {
  context: {
    endpoints: ['main', 'other'].map((name) => ({ name, service: 'search-cluster', baseUrl: `http://${name}` })),
    defaults: { 'search-cluster': 'main' },
    include: () => ({ kind: 'unreadable', cause: 'there is no such file' }),
  },
  severities: {},
};

/** Returns what the checker, the sender and readers of other files learn of a request below a comment. */
function effectsOf(comment: string): unknown {
  const role = '{ "remote_indices": [], "run_as": ["other"] }';
  const request = `PUT /_security/api_key\n\n{ "name": "k", "expiration": "1d", "role_descriptors": { "r": ${role} } }\n`;
  const file = engine.openFile(`${comment}\n${request}`);
  const { imports, prompts } = engine.parse(file, 0);
  const findings = (engine.check(file, options).findings[0] ?? []).map(({ rule, message }) => ({ rule, message }));
  return { imports, prompts, findings, plan: engine.plan(file, 0, options) };
}

it.each(directives.map(({ name }) => name))('`# @%s` is carried out', (name) => {
  const value = values[name as DirectiveName];
  // A name of the same length that no one knows, so that all places are the same.
  const unknown = 'q'.repeat(name.length);
  expect(
    effectsOf(`# @${name} ${value}`),
    `Nothing carries out \`# @${name}\` (packages/language/src/directives.ts), or its value in this test has no effect.`,
  ).not.toEqual(effectsOf(`# @${unknown} ${value}`));
});
