import { describe, expect, it } from 'vitest';
import { createResolver, environmentNames, type EnvironmentTable } from '../../../client/src/variables';

const own: EnvironmentTable = { $shared: { a: 'own shared', n: 1, yes: true, odd: {} }, dev: { a: 'own dev' } };
const other: EnvironmentTable = { $shared: { b: 'other shared' }, dev: { a: 'other dev', c: 'other c' }, prod: {} };

function resolver(more: Partial<Parameters<typeof createResolver>[0]> = {}) {
  return createResolver({
    answers: new Map(),
    definitions: new Map(),
    tables: [own, other],
    environment: 'dev',
    ...more,
  });
}

describe('createResolver', () => {
  it('looks at answers, the file, the chosen environment, and the shared one, in this order', () => {
    expect(resolver()('a')).toBe('own dev');
    expect(resolver({ environment: undefined })('a')).toBe('own shared');
    expect(resolver({ definitions: new Map([['a', 'file']]) })('a')).toBe('file');
    expect(resolver({ answers: new Map([['a', 'said']]), definitions: new Map([['a', 'file']]) })('a')).toBe('said');
    expect(resolver()('c')).toBe('other c');
    expect(resolver()('b')).toBe('other shared');
    expect(resolver()('$shared a')).toBe('own shared');
  });

  it('turns numbers and truth values into text, and takes nothing else', () => {
    expect([resolver()('n'), resolver()('yes'), resolver()('odd')]).toEqual(['1', 'true', undefined]);
  });

  it.each(['nope', 'toString', '__proto__', 'constructor', '', '$shared', '$shared toString'])(
    'knows no %j',
    (name) => {
      expect(resolver()(name)).toBeUndefined();
      expect(resolver({ environment: 'toString' })(name)).toBeUndefined();
    },
  );
});

describe('environmentNames', () => {
  it('names each environment once, without the shared one', () => {
    expect(environmentNames([own, other])).toEqual(['dev', 'prod']);
    expect(environmentNames([])).toEqual([]);
  });
});
