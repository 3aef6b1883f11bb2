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

const valueOf = (name: string, more: Parameters<typeof resolver>[0] = {}) => resolver(more)(name)?.value;

describe('createResolver', () => {
  it('looks at answers, the file, the chosen environment, and the shared one, in this order', () => {
    expect(valueOf('a')).toBe('own dev');
    expect(valueOf('a', { environment: undefined })).toBe('own shared');
    expect(valueOf('a', { definitions: new Map([['a', 'file']]) })).toBe('file');
    expect(valueOf('a', { answers: new Map([['a', 'said']]), definitions: new Map([['a', 'file']]) })).toBe('said');
    expect(valueOf('c')).toBe('other c');
    expect(valueOf('b')).toBe('other shared');
    expect(valueOf('$shared a')).toBe('own shared');
  });

  it('says that what was typed is secret, and what a name calls so', () => {
    const { isSecret } = resolver({ answers: new Map([['a', 'typed']]) })('a') ?? {};
    expect(isSecret).toBe(true);
    expect(resolver()('a')?.isSecret).toBe(false);
    expect(resolver({ definitions: new Map([['my_token', 't']]) })('my_token')?.isSecret).toBe(true);
  });

  it('turns numbers and truth values into text, and takes nothing else', () => {
    expect([valueOf('n'), valueOf('yes'), valueOf('odd')]).toEqual(['1', 'true', undefined]);
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
