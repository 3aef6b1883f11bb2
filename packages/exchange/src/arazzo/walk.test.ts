import { describe, expect, it } from 'vitest';
import type { StepExchange } from './evaluate';
import { readArazzo } from './read-arazzo';
import { createInstance, referenceText, resolveValue } from './references';
import type { KnownSource } from './sources';
import { stepRequest } from './step-request';
import { walkWorkflow, type JudgedStep } from './walk';

const operation = (id: string, path: string, methods = ['GET']) => ({ id, title: id, methods, path });
const shop: KnownSource = {
  name: 'shop',
  kind: 'openapi',
  description: {
    ...{ format: 6, source: 'OpenAPI 3.1', title: 'Shop', version: '1', shapes: [], problems: [] },
    operations: [
      operation('list', '/pets'),
      { ...operation('add', '/pets', ['POST']), body: { shape: { type: 'object' } } },
      operation('show', '/pets/{petId}'),
    ],
  },
};

const documentOf = (workflows: readonly object[], more: object = {}) =>
  readArazzo({ arazzo: '1.1.0', sourceDescriptions: [{ name: 'shop', url: 'a' }], workflows, ...more });

/** Answers steps one after the other, and returns what was sent. */
async function walk(
  workflows: readonly object[],
  answers: readonly (readonly [status: number, body?: unknown, fields?: Readonly<Record<string, string>>])[],
  inputs: Readonly<Record<string, unknown>> = {},
) {
  const document = documentOf(workflows);
  const [workflow] = document.workflows;
  if (workflow === undefined) throw new Error('there is a workflow');
  const sent: string[] = [];
  const judged: JudgedStep[] = [];
  const waited: number[] = [];
  const end = await walkWorkflow(createInstance(workflow, document, [shop]), inputs, {
    send: async ({ name, step, operation: called, scope }) => {
      const { method, target, body } = stepRequest(step, called, scope);
      const [status, value, fields = {}] = answers[sent.length] ?? [500];
      sent.push(`${name}: ${method} ${target}${body === undefined ? '' : ` ${body}`}`);
      const request = { method, url: `http://a${target}`, headers: [], body: body ?? '' };
      const response = {
        status,
        headers: Object.entries(fields),
        body: value === undefined ? '' : JSON.stringify(value),
      };
      const exchange: StepExchange = { request, response };
      return { exchange };
    },
    onJudged: async (one) => {
      judged.push(one);
    },
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
    isCancelled: () => false,
  });
  return { sent, end, judged, waited };
}

const ok = { successCriteria: [{ condition: '$statusCode == 200' }] };
const list = { stepId: 'list', operationId: 'list', ...ok, outputs: { id: '$response.body#/0/id' } };
const show = {
  stepId: 'show',
  operationId: 'show',
  ...ok,
  parameters: [{ name: 'petId', in: 'path', value: '$steps.list.outputs.id' }],
};

describe('a workflow', () => {
  it('sends its steps in order, and gives its outputs', async () => {
    const steps = [list, show];
    const { sent, end } = await walk(
      [{ workflowId: 'w', steps, outputs: { pet: '$steps.list.outputs.id', all: 'pet {$steps.list.outputs.id}' } }],
      [[200, [{ id: 7 }]], [200]],
    );
    expect(sent).toEqual(['list: GET /pets', 'show: GET /pets/{{list.response.body.$[0].id}}']);
    expect(end).toEqual({ passed: true, outputs: { pet: 7, all: 'pet 7' } });
  });

  it('ends at a failure', async () => {
    const { sent, end } = await walk([{ workflowId: 'w', steps: [list, show] }], [[404]]);
    expect(sent).toHaveLength(1);
    expect(end).toMatchObject({ passed: false, reason: 'The step `list` has failed.' });
  });

  it('takes an error status for a failure where nothing is said', async () => {
    const { end } = await walk([{ workflowId: 'w', steps: [{ stepId: 'list', operationId: 'list' }] }], [[500]]);
    expect(end.passed).toBe(false);
  });

  it('sends a step again, as often as is said, and waits', async () => {
    const again = {
      name: 'again',
      type: 'retry',
      retryAfter: 2,
      retryLimit: 2,
      criteria: [{ condition: '$statusCode == 503' }],
    };
    const steps = [{ ...list, onFailure: [again] }];
    const { sent, end, waited, judged } = await walk(
      [{ workflowId: 'w', steps }],
      [[503], [503, {}, { 'Retry-After': '1' }], [200, []]],
    );
    expect(sent).toHaveLength(3);
    expect(end.passed).toBe(true);
    expect(waited).toEqual([2000, 1000]);
    expect(judged.map(({ isHandled }) => isHandled)).toEqual([true, true, false]);
    const exhausted = await walk([{ workflowId: 'w', steps }], [[503], [503], [503], [200]]);
    expect(exhausted.sent).toHaveLength(3);
    expect(exhausted.end.passed).toBe(false);
  });

  it('goes where an action leads, and ends where it says so', async () => {
    const steps = [
      {
        ...list,
        onSuccess: [
          { name: 'skip', type: 'goto', stepId: 'last', criteria: [{ condition: '$response.body#/0 == null' }] },
        ],
      },
      show,
      { stepId: 'last', operationId: 'list', onSuccess: [{ name: 'stop', type: 'end' }] },
      { ...show, stepId: 'never' },
    ];
    const { sent, end } = await walk([{ workflowId: 'w', steps }], [[200, []], [200]]);
    expect(sent.map((one) => one.split(':')[0])).toEqual(['list', 'last']);
    expect(end.passed).toBe(true);
  });

  it('ends, though its actions lead in a circle', async () => {
    const steps = [{ stepId: 'list', operationId: 'list', onSuccess: [{ name: 'a', type: 'goto', stepId: 'list' }] }];
    const { end } = await walk(
      [{ workflowId: 'w', steps }],
      Array.from({ length: 2000 }, () => [200] as const),
    );
    expect(end).toMatchObject({ passed: false, reason: expect.stringContaining('circle') as string });
  });

  it('calls others with what it gives them, and runs first those on which it depends', async () => {
    const inner = {
      workflowId: 'inner',
      inputs: { properties: { pet: {}, more: { default: 'yes' } } },
      steps: [
        {
          stepId: 'add',
          operationId: 'add',
          requestBody: { payload: { pet: '$inputs.pet', more: '$inputs.more', text: 'is {$inputs.pet}', left: 1 } },
          outputs: { id: '$response.body#/id' },
        },
      ],
      outputs: { made: '$steps.add.outputs.id' },
    };
    const outer = {
      workflowId: 'outer',
      dependsOn: ['first'],
      steps: [
        list,
        {
          stepId: 'call',
          workflowId: 'inner',
          parameters: [{ name: 'pet', value: '$steps.list.outputs.id' }],
          ...ok,
          outputs: { id: '$outputs.made' },
        },
      ],
      outputs: { id: '$steps.call.outputs.id', before: '$workflows.first.outputs.id' },
    };
    const first = {
      workflowId: 'first',
      steps: [{ ...list, stepId: 'before' }],
      outputs: { id: '$steps.before.outputs.id' },
    };
    const { sent, end } = await walk(
      [outer, inner, first],
      [
        [200, [{ id: 1 }]],
        [200, [{ id: 7 }]],
        [200, { id: 9 }],
      ],
    );
    expect(sent[2]).toBe(
      'add: POST /pets {\n  "pet": {{list.response.body.$[0].id}},\n  "more": "yes",\n  "text": "is {{list.response.body.$[0].id}}",\n  "left": 1\n}',
    );
    expect(end.outputs).toEqual({ id: 9, before: 1 });
  });

  it('ends where workflows call each other', async () => {
    const call = (id: string) => ({ stepId: 'call', workflowId: id });
    const { end } = await walk(
      [
        { workflowId: 'a', steps: [call('b')] },
        { workflowId: 'b', steps: [call('a')] },
      ],
      [],
    );
    expect(end.passed).toBe(false);
  });
});

describe('the request of a step', () => {
  const requestOf = (step: object, workflow: object = {}) => {
    const document = documentOf([{ workflowId: 'w', steps: [step], ...workflow }]);
    const [found] = document.workflows;
    const [own] = found?.steps ?? [];
    const called = shop.description?.operations.at(1);
    if (found === undefined || own === undefined || called === undefined || 'rest' in called)
      throw new Error('it is there');
    return stepRequest(own, called, { instance: createInstance(found, document, [shop]), step: own });
  };

  it('has parameters in their places, those of the step before those of the workflow', () => {
    const at = (name: string, place: string, value: unknown) => ({ name, in: place, value });
    const parameters = [
      at('q', 'query', 'a b&c'),
      at('l', 'query', [1, 2]),
      at('X', 'header', '$inputs.x'),
      at('c', 'cookie', 'v'),
    ];
    expect(
      requestOf(
        { stepId: 's', operationId: 'add', parameters },
        { parameters: [at('q', 'query', 1), at('Y', 'header', 'y')] },
      ),
    ).toMatchObject({
      target: '/pets?q=a%20b%26c&l=1,2',
      headers: [
        ['Y', 'y'],
        ['X', '{{x}}'],
        ['Cookie', 'c=v'],
      ],
    });
  });

  it('has bodies of texts and forms, with what replaces their parts', () => {
    const bodyOf = (requestBody: object) => requestOf({ stepId: 's', operationId: 'add', requestBody }).body;
    expect(bodyOf({ payload: '{"a": "{$inputs.a}", "b": {$inputs.b}}' })).toBe('{"a": "{{a}}", "b": {{b}}}');
    expect(bodyOf({ payload: '$inputs.all' })).toBe('{{all}}');
    expect(
      bodyOf({ contentType: 'application/x-www-form-urlencoded', payload: { a: 'x y', b: '$inputs.b', c: [1, 2] } }),
    ).toBe('a=x%20y&b={{b}}&c=1&c=2');
    expect(bodyOf({ payload: { a: { b: 1 } }, replacements: [{ target: '/a/b', value: '$inputs.b' }] })).toBe(
      '{\n  "a": {\n    "b": {{b}}\n  }\n}',
    );
    expect(bodyOf({ contentType: 'text/plain', payload: { a: 1 } })).toBeUndefined();
  });

  it('takes what a selector selects', () => {
    const document = documentOf([{ workflowId: 'w', steps: [list] }]);
    const [workflow] = document.workflows;
    const [step] = workflow?.steps ?? [];
    if (workflow === undefined || step === undefined) throw new Error('it is there');
    const scope = { instance: createInstance(workflow, document, [shop]), step };
    const textFor = (selector: object) => {
      const resolved = resolveValue({ context: '$response.body', ...selector }, scope);
      return resolved && referenceText(resolved);
    };
    expect(textFor({ selector: '$.a[?@.b]', type: 'jsonpath' })).toBe('{{list.response.body.$.a[?@.b]}}');
    expect(textFor({ selector: '/a/b', type: { type: 'xpath', version: 'xpath-10' } })).toBe(
      '{{list.response.body./a/b}}',
    );
    expect(textFor({ selector: '/a/0', type: 'jsonpointer' })).toBe('{{list.response.body.$.a[0]}}');
  });
});
