import { describe, expect, it } from 'vitest';
import { bindValue } from '../../../packages/checker/src/binding/bind-value';
import { memberOf, type BoundValue } from '../../../packages/checker/src/binding/model';
import { shapeAtPointer } from '../../../packages/checker/src/binding/resolve-pointer';
import type { Field, ObjectShape, SwitchShape } from '../../../packages/catalogue/src/shape';
import type { Provenance } from '../../../packages/catalogue/src/facts';
import { documented } from '../../../services/search-cluster/facts/source-document';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';

const provenance: Provenance = documented('Snapshot repository');
const field = (name: string, shape: Field['shape'] = { type: 'any' }): Field => ({
  name,
  summary: 'A field.',
  provenance,
  shape,
});
const object = (name: string, ...fields: readonly Field[]): ObjectShape => ({ type: 'object', name, fields });

const delegate: SwitchShape = {
  type: 'switch',
  name: 'delegate',
  on: 'kind',
  of: 'self',
  cases: { a: object('delegate a', field('kind'), field('left')) },
  otherwise: object('any delegate', field('kind')),
};
const settings: SwitchShape = {
  type: 'switch',
  name: 'settings',
  on: 'type',
  of: 'parent',
  cases: { a: object('a', field('left')), b: object('b', field('right')), d: delegate },
  absent: object('absent'),
  otherwise: object('otherwise'),
};
const root = object(
  'root',
  field('type'),
  field('settings', settings),
  field('list', { type: 'array', items: settings }),
);

function bind(body: string): BoundValue {
  const block = parseBlock(`PUT /x\n\n${body}\n`);
  const json = block.request?.body;
  if (json?.kind !== 'json') throw new Error('The body is not JSON.');
  return bindValue(json.values[0]!, root, block.placeholders);
}

function chosen(body: string): string {
  const value = memberOf(bind(body), 'settings')!.value!;
  if (value.isMismatch) return 'mismatch';
  return value.shape.type === 'object' ? value.shape.name : value.shape.type;
}

describe('a shape that a sibling chooses', () => {
  it.each([
    ['{ "type": "a", "settings": {} }', 'a'],
    ['{ "settings": {}, "type": "b" }', 'b'],
    ['{ "type": "a", "type": "b", "settings": {} }', 'b'],
    ['{ "settings": {} }', 'absent'],
    ['{ "type": "c", "settings": {} }', 'otherwise'],
    ['{ "type": "constructor", "settings": {} }', 'otherwise'],
    ['{ "type": 1, "settings": {} }', 'otherwise'],
    ['{ "type": {{t}}, "settings": {} }', 'otherwise'],
    ['{ "type": "{{t}}", "settings": {} }', 'otherwise'],
    ['{ "{{key}}": "a", "settings": {} }', 'otherwise'],
    ['{ "type": "d", "settings": { "kind": "a" } }', 'delegate a'],
    ['{ "settings": { "left": 1, "kind": "a" }, "type": "d" }', 'delegate a'],
    ['{ "type": "d", "settings": {} }', 'any delegate'],
    ['{ "type": "a", "settings": [] }', 'mismatch'],
    ['{ "type": "a", "settings": {', 'a'],
    ['{ "type": , "settings": {} }', 'otherwise'],
  ])('%s has %s', (body, name) => {
    expect(chosen(body)).toBe(name);
  });

  it('binds the members by the choice', () => {
    const bound = memberOf(bind('{ "settings": { "right": 1, "left": 1 }, "type": "b" }'), 'settings')!.value!;
    expect(bound.members.map(({ key, field: known }) => [key, known?.name])).toEqual([
      ['right', 'right'],
      ['left', undefined],
    ]);
  });

  it('knows nothing in a list, whose holder has no members', () => {
    const item = memberOf(bind('{ "type": "a", "list": [{}] }'), 'list')!.value!.items[0]!;
    expect(item.shape).toMatchObject({ type: 'object', name: 'otherwise' });
  });

  it('ends where a shape holds itself', () => {
    const tree: ObjectShape = {
      type: 'object',
      name: 'tree',
      get fields(): readonly Field[] {
        return [field('child', tree)];
      },
    };
    expect(shapeAtPointer(tree, '/child/child/child')).toBe(tree);
  });

  it('finds a member of some case below a pointer', () => {
    expect(shapeAtPointer(root, '/settings/right')).toEqual({ type: 'any' });
    expect(shapeAtPointer(root, '/settings/nothing')).toBeUndefined();
  });
});
