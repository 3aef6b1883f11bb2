import { describe, expect, it } from 'vitest';
import { nearTarget } from './near-target';
import { applyOverlay } from './overlay';

const info = { title: 'o', version: '1' };

const shop = () => ({
  openapi: '3.1.0',
  info: { title: 'Shop' },
  tags: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  paths: { '/carts': { get: { summary: 'List' }, post: { summary: 'Add', 'x-internal': true } } },
});

function overlaid(...actions: unknown[]) {
  const tree = shop();
  const problems = applyOverlay(tree, { overlay: '1.1.0', info: { title: 'o', version: '1' }, actions }, 'fix.yaml');
  return { tree, problems };
}

describe('an overlay', () => {
  it('merges an update into objects', () => {
    const { tree, problems } = overlaid({ target: "$.paths['/carts'].*", update: { deprecated: true } });
    expect(problems).toEqual([]);
    expect(tree.paths['/carts']).toEqual({
      get: { summary: 'List', deprecated: true },
      post: { summary: 'Add', 'x-internal': true, deprecated: true },
    });
  });

  it('appends to lists', () => {
    expect(overlaid({ target: '$.tags', update: { name: 'd' } }).tree.tags.map(({ name }) => name)).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    const nested = overlaid({ target: '$', update: { tags: [{ name: 'd' }], info: { version: '2' } } }).tree;
    expect(nested.tags).toHaveLength(4);
    expect(nested.info).toEqual({ title: 'Shop', version: '2' });
  });

  it('removes what a filter finds', () => {
    const { tree } = overlaid({ target: "$.tags[?@.name != 'b']", remove: true });
    expect(tree.tags).toEqual([{ name: 'b' }]);
    const without = overlaid({ target: "$.paths.*[?@['x-internal'] == true]", remove: true }).tree;
    expect(Object.keys(without.paths['/carts'])).toEqual(['get']);
  });

  it.each([
    ['$.tags[::-1]', []],
    ['$.tags[2,0]', ['b']],
    ['$.tags[0,0]', ['b', 'c']],
    ['$.tags[-1,0]', ['b']],
    ['$.tags[1:,0]', []],
    ["$.tags[?@.name == 'c', ?@.name == 'a']", ['b']],
    ["$.tags[?@.name == 'a', 0]", ['b', 'c']],
  ])('removes what %s finds, whatever its order', (target, left) => {
    const { tree, problems } = overlaid({ target, remove: true });
    expect(problems).toEqual([]);
    expect(tree.tags.map(({ name }) => name)).toEqual(left);
  });

  it('updates a place once that a target finds twice', () => {
    const { tree } = overlaid({ target: '$[\'tags\', "tags"]', update: { name: 'd' } });
    expect(tree.tags).toHaveLength(4);
  });

  it('replaces a plain value', () => {
    expect(overlaid({ target: '$.info.title', update: 'Store' }).tree.info.title).toBe('Store');
  });

  it('copies what `copy` selects', () => {
    const { tree, problems } = overlaid(
      { target: '$.paths', update: { '/orders': {} } },
      { target: "$.paths['/orders']", copy: "$.paths['/carts']" },
      { target: "$.paths['/orders'].get.summary", update: 'List orders' },
    );
    expect(problems).toEqual([]);
    expect(tree.paths).toMatchObject({
      '/orders': { get: { summary: 'List orders' } },
      '/carts': { get: { summary: 'List' } },
    });
  });

  it('changes nothing by an action with a target only', () => {
    expect(overlaid({ target: '$.info' })).toEqual({ tree: shop(), problems: [] });
  });

  it('applies actions in their order', () => {
    const { tree } = overlaid(
      { target: '$.paths.*.get', update: { 'x-team': 'a' } },
      { target: "$.paths.*[?@['x-team'] == 'a'].summary", update: 'Changed' },
    );
    expect(tree.paths['/carts'].get.summary).toBe('Changed');
  });

  it.each([
    [{ target: '$.info', copy: '$.tags.*' }, 'error', '#/actions/0/copy'],
    [{ target: '$.info', copy: 1 }, 'error', '#/actions/0/copy'],
    [{ target: 'paths', update: {} }, 'error', '#/actions/0/target'],
    [{ target: '$.nothing', update: {} }, 'warning', '#/actions/0/target'],
    [{ update: {} }, 'error', '#/actions/0'],
    ['text', 'error', '#/actions/0'],
    [{ target: '$.info', update: 'text' }, 'error', '#/actions/0/update'],
    [{ target: '$.info.title', update: { a: 1 } }, 'error', '#/actions/0/update'],
    [{ target: '$.info', update: { title: ['a'] } }, 'error', '#/actions/0/update'],
    [{ target: "$['info', 'tags']", update: { name: 'd' } }, 'error', '#/actions/0/target'],
    [{ target: '$.info', update: {}, copy: '$.info' }, 'warning', '#/actions/0/copy'],
    [{ target: '$.info', descripton: 'x' }, 'error', '#/actions/0/descripton'],
    [{ target: '$.info', remove: 'no' }, 'error', '#/actions/0/remove'],
  ])('diagnoses %j', (action, severity, pointer) => {
    expect(overlaid(action).problems).toEqual([expect.objectContaining({ severity, pointer, file: 'fix.yaml' })]);
  });

  it.each([[[]], ['x'], [{ overlay: '2.0.0', actions: [] }], [{ overlay: '1.0.0', info }]])('refuses %j', (overlay) => {
    const tree = shop();
    expect(applyOverlay(tree, overlay, 'fix.yaml')).toHaveLength(1);
    expect(tree).toEqual(shop());
  });

  it('leaves what is of another kind', () => {
    const { tree } = overlaid(
      { target: '$.info', update: { title: ['a'], version: '2' } },
      { target: '$.info.title', update: { a: 1 } },
      { target: "$['info', 'tags']", update: { name: 'd' } },
    );
    expect(tree).toEqual({ ...shop(), info: { title: 'Shop', version: '2' } });
  });

  it('has each action once, and a version with three numbers', () => {
    const action = { target: '$.info', update: { version: '2' } };
    expect(overlaid(action, action).problems).toMatchObject([{ pointer: '#/actions/1' }]);
    const problems = applyOverlay(shop(), { overlay: '1.1', info, actions: [action] }, 'fix.yaml');
    expect(problems).toMatchObject([{ pointer: '#/overlay' }]);
  });

  it('does not change prototypes', () => {
    const tree = shop();
    const update: unknown = JSON.parse('{ "__proto__": { "polluted": true } }');
    applyOverlay(tree, { overlay: '1.0.0', actions: [{ target: '$', update }] }, 'fix.yaml');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a target that matches nothing', () => {
  const tree = { paths: { '/notes': { get: { tags: [] } } }, info: { title: 'a' } };
  it.each([
    ["$.paths['/note'].get", "['/note']", "['/notes']"],
    ["$.path['/notes'].get", '.path', '.paths'],
    ["$.paths['/notes'].got", '.got', '.get'],
    ['$.inof.title', '.inof', '.info'],
    ['$.paths[*].gat[0]', '.gat', '.get'],
  ])('%s is nearly one that does', (target, from, to) => {
    expect(nearTarget(tree, target)).toEqual({ from, to });
  });

  it.each(['$.nothing', '$..nope', "$.paths[?@.x == 'a.b[']"])('%s is not', (target) => {
    expect(nearTarget(tree, target)).toBeUndefined();
  });
});
