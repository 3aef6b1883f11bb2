import { describe, expect, it } from 'vitest';
import type { CompiledDescription } from '@rulebook/description/compiled';
import { checkArazzo } from './check-arazzo';
import { readArazzo } from './read-arazzo';
import type { KnownSource } from './sources';

const text = { type: 'string' } as const;
const description: CompiledDescription = {
  format: 6,
  source: 'OpenAPI 3.1',
  title: 'Shop',
  version: '1',
  operations: [
    { id: 'listPets', title: 'List', methods: ['GET'], path: '/pets', query: [{ name: 'kind', shape: text }] },
    {
      id: 'addPet',
      title: 'Add',
      methods: ['POST'],
      path: '/pets',
      body: { required: true, shape: { type: 'object' } },
    },
    {
      id: 'showPet',
      title: 'Show',
      methods: ['GET'],
      path: '/pets/{petId}',
      pathParameters: [{ name: 'petId', shape: text, required: true }],
    },
  ],
  shapes: [],
  problems: [],
};
const shop: KnownSource = { name: 'shop', kind: 'openapi', description };

const list = { stepId: 'list', operationId: 'listPets', outputs: { id: '$response.body#/0/id' } };
const show = {
  stepId: 'show',
  operationId: 'showPet',
  parameters: [{ name: 'petId', in: 'path', value: '$steps.list.outputs.id' }],
};

function document(steps: readonly object[], more: object = {}, rest: object = {}) {
  return {
    arazzo: '1.1.0',
    info: { title: 'Pets', version: '1' },
    sourceDescriptions: [{ name: 'shop', url: 'shop.yaml', type: 'openapi' }],
    workflows: [{ workflowId: 'buy', steps, ...more }],
    ...rest,
  };
}

const found = (tree: unknown, sources: readonly KnownSource[] = [shop]) =>
  checkArazzo(tree, sources).map(({ severity, pointer, message }) => `${severity} ${pointer} ${message}`);

describe('an Arazzo document', () => {
  it('is right', () => {
    expect(found(document([list, show], { outputs: { pet: '$steps.list.outputs.id' } }))).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['an operation', { ...list, operationId: 'listPet' }, 'has the id `listPet`. Did you mean `listPets`?'],
    [
      'a path',
      { stepId: 'list', operationPath: '{$sourceDescriptions.shop.url}#/paths/~1pet/get' },
      'has no operation at',
    ],
    ['a workflow', { stepId: 'list', workflowId: 'sell' }, 'no workflow `sell`'],
    ['a source', { ...list, operationId: '$sourceDescriptions.ship.listPets' }, 'no source description `ship`'],
    ['a query parameter', { ...list, parameters: [{ name: 'kin', in: 'query', value: 1 }] }, 'Did you mean `kind`?'],
    ['a place', { ...list, parameters: [{ name: 'kind', value: 1 }] }, 'needs `in`'],
    ['two targets', { ...list, workflowId: 'buy' }, 'and no two of them'],
    ['a path parameter', { stepId: 'list', operationId: 'showPet' }, 'needs the parameter `petId` in its path'],
    ['a body', { stepId: 'list', operationId: 'addPet' }, 'needs a request body'],
    ['a member', { ...list, sucessCriteria: [] }, 'Did you mean `successCriteria`?'],
    [
      'an output',
      { ...list, successCriteria: [{ condition: '$steps.list.outputs.name == 1' }] },
      'has no output `name`',
    ],
    ['a step', { ...list, outputs: { id: '$steps.first.outputs.id' } }, 'has no step `first`'],
    ['an expression', { ...list, outputs: { id: '$response.status' } }, 'is not of the form'],
    ['a condition', { ...list, successCriteria: [{ condition: 'ok' }] }, 'cannot be read'],
    ['a context', { ...list, successCriteria: [{ condition: '^2', type: 'regex' }] }, 'needs `context`'],
    [
      'a pattern',
      { ...list, successCriteria: [{ condition: '(', type: 'regex', context: '$statusCode' }] },
      'not a regular expression',
    ],
    [
      'a JSONPath',
      { ...list, successCriteria: [{ condition: '$.[', type: 'jsonpath', context: '$response.body' }] },
      'not a JSONPath',
    ],
    [
      'a step of an action',
      { ...list, onFailure: [{ name: 'a', type: 'goto', stepId: 'nowhere' }] },
      'no step `nowhere`',
    ],
    ['where an action leads', { ...list, onFailure: [{ name: 'a', type: 'goto' }] }, 'needs `stepId` or `workflowId`'],
    ['a type', { ...list, onFailure: [{ name: 'a', type: 'stop' }] }, 'is one of `end`'],
    ['a limit', { ...list, onFailure: [{ name: 'a', type: 'retry', retryLimit: 1.5 }] }, 'an integer of at least 0'],
    ['a circle', { ...list, dependsOn: ['list'] }, 'leads in a circle'],
    ['a component', { ...list, parameters: [{ reference: '$inputs.a' }] }, 'must begin with `$components.parameters.`'],
    [
      'a name twice',
      { ...list, parameters: [1, 2].map((value) => ({ name: 'kind', in: 'query', value })) },
      'is given twice',
    ],
  ])('names what is wrong with %s', (_name, step, expected) => {
    expect(found(document([step])).join('\n')).toContain(expected);
  });

  it('names a step that uses what a later one gives', () => {
    expect(found(document([show, list]))).toEqual([
      'error #/workflows/0/steps/0/parameters/0/value The step `list` comes later, so `$steps.list.outputs.id` has no value here. Change the order of the steps.',
    ]);
    const back = { ...list, onSuccess: [{ name: 'again', type: 'goto', stepId: 'show' }] };
    expect(found(document([show, back]))).toEqual([]);
  });

  it('names ids that are there twice, and workflows that wait for each other', () => {
    expect(found(document([list, list])).join()).toContain('Another step of the workflow has the name `list`');
    const workflows = ['a', 'b'].map((workflowId, index) => ({
      workflowId,
      dependsOn: ['b', 'a'].slice(index, index + 1),
      steps: [list],
    }));
    expect(found(document([], {}, { workflows })).join()).toContain('a → b → a');
  });

  it('says nothing of what is not read', () => {
    const step = { ...list, operationId: 'anything', parameters: [{ name: 'x', in: 'query', value: 1 }] };
    const sources: KnownSource[] = [{ name: 'shop', kind: 'unread', cause: 'there is no such file' }];
    expect(found(document([step]), sources)).toEqual([
      'information #/sourceDescriptions/0/url The source description is not read: there is no such file. Its operations are not checked.',
    ]);
    expect(found(document([step]), [{ name: 'shop', kind: 'asyncapi' }])).toEqual([
      'information #/sourceDescriptions/0 Steps of an AsyncAPI description are neither checked nor run.',
    ]);
  });

  it('has the members of its version', () => {
    expect(found({ ...document([{ ...list, timeout: 5 }]), arazzo: '1.0.1' })).toEqual([
      'error #/workflows/0/steps/0/timeout `timeout` is new in Arazzo 1.1, and this document is of version 1.0.',
    ]);
    expect(found([])).toHaveLength(1);
    expect(found({ ...document([list]), arazzo: '2.0.0' }).join()).toContain('must name version 1');
  });

  it('compares what a workflow is given with its inputs', () => {
    const inputs = { properties: { pet: { type: 'string' } }, required: ['pet'] };
    const call = { stepId: 'call', workflowId: 'buy', parameters: [{ name: 'pat', value: 1 }] };
    const tree = document([list], { inputs }, {});
    const workflows = [...tree.workflows, { workflowId: 'two', steps: [call] }];
    expect(found({ ...tree, workflows })).toEqual([
      'warning #/workflows/1/steps/0/parameters/0/name The workflow `buy` has no input `pat`. Did you mean `pet`?',
      'error #/workflows/1/steps/0/workflowId The workflow `buy` needs the input `pet`.',
    ]);
  });
});

it('reads components in the place of references', () => {
  const tree = document(
    [{ ...list, parameters: [{ reference: '$components.parameters.kind', value: 'cat' }] }],
    {},
    {
      components: { parameters: { kind: { name: 'kind', in: 'query', value: 'dog' } } },
    },
  );
  expect(found(tree)).toEqual([]);
  expect(readArazzo(tree).workflows[0]?.steps[0]?.parameters).toMatchObject([
    { name: 'kind', in: 'query', value: 'cat' },
  ]);
});
