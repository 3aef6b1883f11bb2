import { describe, expect, it } from 'vitest';
import { applySteps, compareResources } from '../../../packages/sandbox/src/comparison/index';
import { createEngine } from '../../../packages/engine/src/index';
import { loadPublished } from '../binding/published';
import { declaring, endpointWith } from './planned';

const engine = createEngine({ loadDescription: loadPublished });
const endpoint = { name: 'e', service: 'search-cluster', baseUrl: 'http://127.0.0.1:1', vendor: 'elasticsearch' };
const service = engine.serviceOf({ ...endpoint, version: '9.5' }, { endpoints: [endpoint], defaults: {} });
if (service === undefined) throw new Error('the service is not there');
const elasticsearch = service;

const trigger = { schedule: { interval: '10m' } };

/** A watch as the service shows it, which adds a condition and the level of a log, and shows lengths in milliseconds. */
const watch = {
  trigger,
  input: { simple: { a: 1 } },
  condition: { always: {} },
  transform: { script: { source: 'return 1', lang: 'painless' } },
  throttle_period_in_millis: 900_000,
  actions: {
    log: { logging: { level: 'info', text: 'x' } },
    ask: { webhook: { host: 'h', port: 80, auth: { basic: { username: 'u', password: '::es_redacted::' } } } },
    jira_one: { jira: { account: 'a', fields: { issue: { summary: 's' } } } },
  },
};
const asWritten = {
  ...{ trigger, input: watch.input, throttle_period: '15m', transform: { script: 'return 1' } },
  actions: {
    ...watch.actions,
    ask: { webhook: { url: 'http://h/', auth: { basic: { username: 'u', password: 'p' } } } },
    log: { logging: { text: 'x' } },
  },
};

async function compared(method: string, body?: unknown) {
  const operation = elasticsearch.operations.find(
    (one) => one.path === '/_watcher/watch/{id}' && one.methods.includes(method),
  );
  if (operation === undefined) throw new Error('the operation is not there');
  const declared = {
    ...declaring({ head: 'PUT /_snapshot/w', body }),
    ...{ method, path: '/_watcher/watch/w', service: elasticsearch, operation, names: ['w'] },
  };
  const shown = { found: true, _id: 'w', _version: 2, status: { state: { active: true } }, watch };
  return (await compareResources([declared], endpointWith({ '/_watcher/watch/w': shown }).read)).compared;
}

describe('a watch', () => {
  it('that is deleted comes back as a whole, and its state does not', async () => {
    const { steps } = applySteps(await compared('DELETE'));
    expect(steps.map(({ undo }) => undo.map(({ method, path }) => `${method} ${path}`))).toEqual([
      ['PUT /_watcher/watch/w'],
    ]);
    const [made] = steps[0]?.undo ?? [];
    const { condition: _, ...others } = watch;
    const secret = JSON.stringify({ username: 'u', password: '\u0000secret' });
    const text = JSON.stringify(others).replace('{"username":"u","password":"::es_redacted::"}', secret);
    expect(made?.body).toEqual(JSON.parse(text));
    expect(made?.secrets).toEqual([['actions', 'ask', 'webhook', 'auth', 'basic', 'password']]);
    expect(steps[0]?.losses).toEqual([
      '/_watcher/watch/w loses its state: whether it is active, and which of its actions are acknowledged.',
      'The undo file asks for `actions.ask.webhook.auth.basic.password` of /_watcher/watch/w, which is secret.',
    ]);
  });

  it('is unchanged where the service adds members, and shows lengths of time in milliseconds', async () => {
    const [found] = await compared('PUT', asWritten);
    expect(found?.planned.changes).toEqual([]);
    expect(found?.planned.unknown.map(({ path }) => path)).toEqual([
      'actions.ask.webhook.url',
      'actions.ask.webhook.auth.basic.password',
    ]);
  });

  it.each([
    [{ throttle_period: '16m' }, { path: 'throttle_period', declared: '16m', actual: 900_000 }],
    [
      { trigger: { schedule: { interval: '1h' } } },
      { path: 'trigger.schedule.interval', declared: '1h', actual: '10m' },
    ],
    [{ condition: { never: {} } }, { path: 'condition.never', declared: {} }],
    [
      { transform: { script: 'return 2' } },
      { path: 'transform.script.source', declared: 'return 2', actual: 'return 1' },
    ],
    [{ input: { simple: {} } }, { path: 'input.simple.a', actual: 1 }],
    [{ actions: { log: watch.actions.log, ask: watch.actions.ask } }, { path: 'actions.jira_one' }],
  ])('is changed by %j', async (more, change) => {
    const [found] = await compared('PUT', { ...asWritten, ...more });
    expect(found?.planned).toMatchObject({ state: 'changed', changes: [change] });
  });
});
