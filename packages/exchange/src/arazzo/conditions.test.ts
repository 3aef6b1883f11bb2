import { describe, expect, it } from 'vitest';
import { parseCondition } from './conditions';
import { evaluateCriterion, type StepExchange } from './evaluate';
import { parseExpression, piecesOf } from './expressions';
import { readArazzo } from './read-arazzo';
import { createInstance } from './references';

const step = { stepId: 'read', operationId: 'readPet', outputs: { id: '$response.body#/pet/id' } };
const document = readArazzo({
  arazzo: '1.1.0',
  workflows: [{ workflowId: 'w', inputs: { properties: { limit: { type: 'integer' } } }, steps: [step] }],
});
const [workflow] = document.workflows;
if (workflow === undefined) throw new Error('there is a workflow');
const [read] = workflow.steps;
const scope = { instance: createInstance(workflow, document, []), ...(read && { step: read }) };
const exchange: StepExchange = {
  request: { method: 'GET', url: 'http://a/pets/7?x=1', headers: [['X-Id', 'q']], body: '' },
  response: {
    status: 200,
    headers: [['Content-Type', 'application/json']],
    body: '{"pet":{"id":7,"name":"Rex","tags":["a","b"]},"none":null}',
  },
};
const known = { exchanges: new Map([['read', exchange]]), inputs: { limit: 5 } };

function holds(condition: string, more: { context?: string; type?: 'regex' | 'jsonpath' | 'xpath' } = {}) {
  const { context, type = 'simple' } = more;
  return evaluateCriterion({ condition, context, type, version: undefined, pointer: '#' }, scope, known);
}

describe('a simple condition', () => {
  it.each([
    ['$statusCode == 200', true],
    ['$statusCode == 404 || $statusCode == 200', true],
    ['$statusCode == 200 && $response.body#/pet/id == 8', false],
    ["$response.body#/pet/name == 'REX'", true],
    ['$response.body.pet.id > $inputs.limit', true],
    ["$response.header.content-type != 'text/plain'", true],
    ['!($statusCode >= 400)', true],
    ['$response.body#/none == null', true],
    ['$response.body#/nothing == null', true],
    ['$response.body#/none == false', false],
    ["$response.body#/pet/id == '7'", true],
    ['$steps.read.outputs.id == 7', true],
    ["$response.body#/pet/tags/1 == 'b'", true],
    ["$request.header.X-Id == 'q'", true],
    ["$method == 'get'", true],
  ])('%s', (condition, expected) => {
    expect(holds(condition)).toMatchObject({ passed: expected });
  });

  it.each([['$statusCode =='], ['($statusCode == 200'], ['$statusCode === 200'], ['status == 200'], ['$steps.a == 1']])(
    'says why %s cannot be read',
    (condition) => {
      expect(parseCondition(condition)).toHaveProperty('problem');
      expect(holds(condition).passed).toBe(false);
    },
  );
});

describe('a criterion of another type', () => {
  it.each([
    ['^2\\d{2}$', '$statusCode', 'regex', true],
    ['^Re.$', '$response.body#/pet/name', 'regex', true],
    ['^x$', '$response.body#/nothing', 'regex', false],
    ['$.pet.tags[?@ == "a"]', '$response.body', 'jsonpath', true],
    ['$.pet[?@.id == {$inputs.limit}]', '$response.body', 'jsonpath', false],
    ['$.[', '$response.body', 'jsonpath', false],
  ] as const)('%s of %s', (condition, context, type, expected) => {
    expect(holds(condition, { context, type }).passed).toBe(expected);
  });

  it('is an XPath', () => {
    const xml = { ...exchange, response: { ...exchange.response, body: '<pets><pet>Rex</pet></pets>' } };
    const criterion = { context: '$response.body', type: 'xpath', version: undefined, pointer: '#' } as const;
    const found = { ...known, exchanges: new Map([['read', xml]]) };
    expect(evaluateCriterion({ ...criterion, condition: 'count(/pets/pet) = 1' }, scope, found).passed).toBe(true);
    expect(evaluateCriterion({ ...criterion, condition: '/pets/cow' }, scope, found).passed).toBe(false);
  });
});

describe('an expression', () => {
  it.each([
    ['$response.body#/a~1b/0', { kind: 'message', of: 'response', part: 'body', within: ['a/b', '0'] }],
    ['$steps.a-b.outputs.c.d', { kind: 'steps', step: 'a-b', name: 'c.d', within: [] }],
    ['$sourceDescriptions.shop.list.pets', { kind: 'sourceDescriptions', source: 'shop', reference: 'list.pets' }],
    ['$inputs.x-key', { kind: 'inputs', name: 'x-key', within: [] }],
  ])('%s', (text, expected) => {
    expect(parseExpression(text)).toEqual(expected);
  });

  it.each([['$response'], ['$response.status'], ['$url.x'], ['$what'], ['$inputs.'], ['$response.header.a b']])(
    'refuses %s',
    (text) => {
      expect(parseExpression(text)).toHaveProperty('problem');
    },
  );

  it('is found between braces', () => {
    expect(piecesOf('a {$inputs.b} {c} $100')).toEqual([
      { literal: 'a ' },
      { expression: '$inputs.b' },
      { literal: ' {c} $100' },
    ]);
  });
});
