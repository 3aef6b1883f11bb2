import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesPattern } from '../../../packages/text/src/name-pattern';
import { resolveFolder } from '../../../services/search-cluster-play/repositories/location';
import { selectRepositories } from '../../../services/search-cluster-play/repositories/names';
import { storageOf } from '../../../services/search-cluster-play/repositories/storage';

describe('a location', () => {
  it.each([
    ['backup', '/mnt/a/backup'],
    ['./x//y/', '/mnt/a/x/y'],
    ['x/../y', '/mnt/a/y'],
    ['.', '/mnt/a/'],
    ['/mnt/a', '/mnt/a'],
    ['/srv/b/deep/er', '/srv/b/deep/er'],
    ['/srv/../srv/b/c', '/srv/b/c'],
    ['~', '/mnt/a/~'],
    ['%2e%2e/x', '/mnt/a/%2e%2e/x'],
  ])('%j is the folder %j', (location, folder) => {
    const resolved = resolveFolder(['/mnt/a', '/srv/b/'], location);
    expect(resolved).toEqual({ folder: folder.replace(/(.)\/$/, '$1') });
  });

  it.each([
    ['backup', 'D:\\repo\\backup'],
    ['x\\..\\y', 'D:\\repo\\y'],
    ['d:\\REPO\\x', 'd:\\REPO\\x'],
    ['\\\\server\\share\\x', '\\\\server\\share\\x'],
  ])('%j on Windows is the folder %j', (location, folder) => {
    expect(resolveFolder(['D:\\repo', '\\\\server\\share'], location)).toEqual({ folder });
  });

  it.each([
    '..',
    '../b',
    'x/../../y',
    '/',
    '/etc',
    '/mnt/ab',
    '/mnt/a/../b',
    '/../mnt/a',
    'C:\\x',
    '\\\\server\\share',
    'a\0b',
    'a\nb',
    '',
    '  ',
  ])('%j is refused', (location) => {
    expect(resolveFolder(['/mnt/a'], location)).toHaveProperty('problem');
  });

  it.each(['/mnt/a', '..\\x', 'E:\\repo', 'D:\\repository', 'D:\\repo\\..\\x'])(
    '%j is refused on Windows',
    (location) => {
      expect(resolveFolder(['D:\\repo'], location)).toHaveProperty('problem');
    },
  );

  it('is refused without any folder', () => {
    expect(resolveFolder([], 'x')).toHaveProperty('problem');
  });

  it('never leaves the folders, whatever is written', () => {
    const piece = fc.constantFrom('..', '.', '/', '\\', 'a', 'mnt', 'C:', '//', '\0', ' ', '%2e');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const resolved = resolveFolder(['/mnt/a'], pieces.join(''));
        if ('folder' in resolved) expect(`${resolved.folder}/`).toMatch(/^\/mnt\/a\/(?!.*(^|\/)\.\.(\/|$))/);
      }),
    );
  });
});

describe('a pattern', () => {
  it.each([
    ['*', '', true],
    ['a*c', 'abbc', true],
    ['a*c', 'abcd', false],
    ['*a*b*', 'xaxxb', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a.c', 'abc', false],
    ['', '', true],
    ['', 'a', false],
  ])('%j matches %j: %s', (pattern, text, isMatch) => {
    expect(matchesPattern(pattern, text)).toBe(isMatch);
  });

  it('agrees with a regular expression', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 10 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (one, other) => {
        const expression = new RegExp(`^${one.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matchesPattern(one, other)).toBe(expression.test(other));
      }),
    );
  });
});

describe('selecting repositories', () => {
  const known = ['a-1', 'a-2', 'b', 'q?'];
  it.each([
    ['a-1', ['a-1']],
    ['b,a-1', ['a-1', 'b']],
    ['a-*', ['a-1', 'a-2']],
    ['*,-a-1', ['a-2', 'b', 'q?']],
    ['*,-a-*', ['b', 'q?']],
    ['nothing-*', []],
    ['_all', known],
    ['q*', ['q?']],
    ['?*', []],
  ])('%j', (expression, names) => {
    expect(selectRepositories(known, expression)).toEqual({ names });
  });

  it.each([
    ['a-1,no', 'no'],
    ['-a-1', '-a-1'],
    ['constructor', 'constructor'],
  ])('%j misses %j', (expression, missing) => {
    expect(selectRepositories(known, expression)).toEqual({ missing });
  });
});

describe('the place of a repository', () => {
  const nodes = { pathRepo: ['/mnt/a'], allowedUrls: ['http://repo.example.org/*', 'ftp://*/public/*'] };
  const url = (text: string) => storageOf('url', { url: text }, nodes);

  it.each([
    ['http://repo.example.org/x', 'address'],
    ['HTTP://REPO.example.org/x', 'address'],
    ['ftp://any.example.org/public/x', 'unseen'],
    ['jar:http://any.example.org/x.jar!/', 'unseen'],
    ['file:/mnt/a/x', 'folder'],
    ['file:///mnt/a/x%20y', 'folder'],
    ['file://localhost/mnt/a/x', 'folder'],
  ])('%s is seen as %s', (text, kind) => {
    expect(url(text)).toMatchObject({ kind });
  });

  it.each([
    'https://repo.example.org/x',
    'http://repo.example.org:81/x',
    'http://repo.example.org@evil.example.org/x',
    'http://repo.example.org.evil.org/x',
    'http://repo.example.org/../x',
    'http://repo.example.org/%2e%2E/x',
    'http://repo.example.org\\x',
    'http://user@repo.example.org/x',
    'file://elsewhere/mnt/a',
    'file:/etc',
    'file:/mnt/a/%2e%2e/b',
    'file:/mnt/a/%00',
    'file:/mnt/a/%ff',
    'gopher://x',
    'no url',
    '',
  ])('%j is refused', (text) => {
    expect(url(text)).toHaveProperty('problem');
  });

  it('keeps `*` within its part of the address', () => {
    const one = (allowed: string, text: string) => storageOf('url', { url: text }, { allowedUrls: [allowed] });
    expect(one('http://*/a', 'http://x/b/a')).toHaveProperty('problem');
    expect(one('http://x/*?k=*#*', 'http://x/a?k=1#f')).toHaveProperty('url');
    expect(one('http://x/*', 'http://x/a?k=1')).toHaveProperty('problem');
  });

  it('of a source repository is that of its delegate', () => {
    expect(storageOf('source', { delegate_type: 'fs', location: 'x' }, nodes)).toMatchObject({ folder: '/mnt/a/x' });
    expect(storageOf('source', { delegate_type: 'url', url: 'file:/mnt/a' }, nodes)).toMatchObject({
      isReadOnly: true,
    });
    for (const delegate of ['source', undefined, 'nonsense']) {
      expect(storageOf('source', { delegate_type: delegate, location: 'x' }, nodes)).toHaveProperty('problem');
    }
  });
});
