import { describe, expect, it } from 'vitest';
import { isOpenBody, lossesOfLines, lossOfActions } from './losing-actions';
import type { LosingAction, RequestPlan } from './plan';

const provenance = { kind: 'documented', document: 'search-cluster', section: 'Bulk' } as LosingAction['provenance'];
const losing: readonly LosingAction[] = [
  { name: 'delete', noun: 'document', provenance },
  { name: 'drop', noun: 'index', provenance },
];

it.each<[text: string, messages: readonly string[]]>([
  ['', []],
  ['{"index":{}}\n{"a":1}', []],
  ['{"delete":{"_id":"1"}}', ['Deletes 1 document.']],
  [' { "delete" : { } } \r\n{"a":1}\n\t{"delete":{"_id":"2"}}', ['Deletes 2 documents.']],
  ['{"delete":{}}\n{"drop":{}}\n{"delete":{}}', ['Deletes 2 documents.', 'Deletes 1 index.']],
  ['{"a":{"delete":{}}}\n{"delete":{},"b":1}\n{"delete":1}', []],
])('the lines %j destroy %j', (text, messages) => {
  expect(lossesOfLines(text, losing)).toEqual(messages.map((message) => ({ kind: 'loss', message, provenance })));
  expect(lossesOfLines(text, [])).toEqual([]);
});

it('says nothing of an action that is not there', () => {
  expect(losing.flatMap((one) => lossOfActions(one, 0))).toEqual([]);
});

describe('a body is known only when it is sent', () => {
  it.each<[boolean, RequestPlan['body']]>([
    [false, undefined],
    [false, { kind: 'text', segments: [] }],
    [false, { kind: 'text', segments: ['a', 'b'] }],
    [true, { kind: 'text', segments: ['a', { variable: 'b' }] }],
    [true, { kind: 'file', path: './a.json', fillsVariables: false }],
  ])('%s: %j', (isOpen, body) => {
    expect(isOpenBody(body)).toBe(isOpen);
  });
});
