import { describe, expect, it } from 'vitest';
import { matchOperation } from '../../../packages/paths/src/match-operation';
import type { Operation } from '../../../packages/catalogue/src/operation';
import type { Service } from '../../../packages/catalogue/src/service';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { compiledFormat, type CompiledOperation } from '../../../packages/description/src/compiled';
import { randomNumbers } from './random-numbers';

type Written = Partial<CompiledOperation> & { readonly path: string };

function serviceOf(operations: readonly Written[], parts: Partial<Service> = {}): Service {
  const described = createDescribedService(
    {
      format: compiledFormat,
      source: 'OpenAPI 3.1',
      title: 'Shop',
      version: '1',
      shapes: [],
      problems: [],
      operations: operations.map(({ path, methods = ['GET'], ...rest }) => ({
        id: `${methods.join('-')} ${path}`,
        title: path,
        methods,
        path,
        pathParameters: [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => ({
          name,
          shape: { type: name.endsWith('_number') ? 'integer' : 'string' },
        })),
        ...rest,
      })),
    },
    { id: 'shop' },
  );
  return { ...described, ...parts };
}

function segmentsOf(path: string) {
  let at = 0;
  return path
    .slice(1)
    .split('/')
    .map((text) => {
      const start = at + 1;
      at = start + text.length;
      return { text, span: { start, end: at }, hasPlaceholder: text.includes('{{') };
    });
}

function match(service: Service, path: string, method = 'GET') {
  const { match: found, parameters } = matchOperation(method, segmentsOf(path), [service]);
  const texts = Object.fromEntries([...parameters].map(([name, { text }]) => [name, text]));
  if (found.kind === 'operation') return { path: found.operation.path, ...texts };
  if (found.kind === 'near') return `${found.segment.text} -> ${found.expected}`;
  return found.kind === 'other-method' ? found.operations.map(({ path: other }) => other) : found.kind;
}

describe('the most specific path', () => {
  it.each([
    [
      'a word before a parameter',
      ['/{a}/status', '/orders/{id}', '/orders/status'],
      '/orders/status',
      '/orders/status',
    ],
    ['whatever the order is', ['/orders/status', '/orders/{id}'], '/orders/status', '/orders/status'],
    [
      'text next to a parameter before a parameter alone',
      ['/f/{name}', '/f/{name}.json'],
      '/f/a.json',
      '/f/{name}.json',
    ],
    ['a parameter where the text does not fit', ['/f/{name}.json', '/f/{name}'], '/f/a.xml', '/f/{name}'],
    ['a parameter where a variable may be anything', ['/f/{name}.json', '/f/{name}'], '/f/{{file}}', '/f/{name}'],
    ['of equal ones the first', ['/f/{a}/x/{b}', '/f/{c}/x/{d}'], '/f/1/x/2', '/f/{a}/x/{b}'],
    ['of equal ones the one whose values fit', ['/f/{name}', '/f/{f_number}'], '/f/12', '/f/{f_number}'],
    ['and not the one whose values do not fit', ['/f/{f_number}', '/f/{name}'], '/f/twelve', '/f/{name}'],
    ['a path that ends with a slash', ['/f', '/f/'], '/f/', '/f/'],
    ['a path with or without the slash', ['/f/'], '/f', '/f/'],
    ['an encoded word', ['/a b/{x}'], '/a%20b/1', '/a b/{x}'],
  ])('is %s', (_, paths, path, expected) => {
    const found = match(serviceOf(paths.map((one) => ({ path: one }))), path);
    expect(found).toMatchObject({ path: expected });
  });

  it('has the method, else all methods of the most specific path are named', () => {
    const service = serviceOf([{ path: '/orders/{id}' }, { path: '/orders/all', methods: ['DELETE'] }]);
    expect(match(service, '/orders/all')).toMatchObject({ path: '/orders/{id}' });
    expect(match(service, '/orders/all', 'PUT')).toEqual(['/orders/all']);
  });
});

describe('parameters', () => {
  it('share a segment with text', () => {
    const service = serviceOf([{ path: '/compare/{base}...{head}' }, { path: '/v{n}/{name}.{kind}' }]);
    expect(match(service, '/compare/v1.0...main')).toEqual({
      path: '/compare/{base}...{head}',
      base: 'v1.0',
      head: 'main',
    });
    expect(match(service, '/v2/a.json')).toMatchObject({ n: '2', name: 'a', kind: 'json' });
    expect(match(service, '/v/a.json')).toBe('none');
    const { parameters } = matchOperation('GET', segmentsOf('/compare/a...bc'), [service]);
    expect(parameters.get('head')?.span).toEqual({ start: 13, end: 15 });
  });

  it('hold slashes at the end and in the middle', () => {
    const service = serviceOf([
      { path: '/contents/{path}', slashParameters: ['path'] },
      { path: '/commits/{ref}', slashParameters: ['ref'] },
      { path: '/commits/{ref}/status', slashParameters: ['ref'] },
      { path: '/commits/{ref}/comments', slashParameters: ['ref'] },
      { path: '/compare/{base}...{head}', slashParameters: ['base', 'head'] },
    ]);
    expect(matchOperation('GET', segmentsOf('/contents/src/a.ts'), [service]).parameters.get('path')).toEqual({
      text: 'src/a.ts',
      span: { start: 10, end: 18 },
      hasPlaceholder: false,
    });
    expect(match(service, '/commits/feature/x/status')).toEqual({ path: '/commits/{ref}/status', ref: 'feature/x' });
    expect(match(service, '/commits/feature/x')).toEqual({ path: '/commits/{ref}', ref: 'feature/x' });
    expect(match(service, '/compare/a/b...c/d')).toMatchObject({ base: 'a/b', head: 'c/d' });
    // The root of the tree, with and without the slash.
    expect(match(service, '/contents/')).toEqual({ path: '/contents/{path}' });
    expect(match(service, '/contents')).toEqual({ path: '/contents/{path}' });
  });

  it('say nothing about the method where other paths may be meant', () => {
    const service = serviceOf([
      { path: '/branches/{branch}', slashParameters: ['branch'] },
      { path: '/branches/{branch}/rename', slashParameters: ['branch'] },
    ]);
    expect(match(service, '/branches/main/restore', 'POST')).toBe('none');
    expect(match(service, '/branches/main', 'POST')).toEqual(['/branches/{branch}']);
  });

  it('cost no more than the path is long, whatever the templates are', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const service = serviceOf([
      { path: `/${names.map((name) => `{${name}}/x`).join('/')}`, slashParameters: names },
      { path: `/${names.map((name) => `{${name}}`).join('-')}`, slashParameters: names },
    ]);
    expect(match(service, `/${'x/'.repeat(300)}y`)).toBe('none');
    expect(match(service, `/${'x'.repeat(50_000)}/y`, 'PUT')).toBe('none');
  });
});

describe('a name that belongs to the service', () => {
  const service = serviceOf(
    [
      { path: '/_inference/{id}', methods: ['GET', 'PUT'] },
      { path: '/_nodes/{id}', methods: ['GET', 'POST'] },
    ],
    { reservedWords: '^_(?!all$)[a-z]' },
  );
  it('is not what a request creates', () => {
    expect(match(service, '/_inference/model', 'PUT')).toMatchObject({ path: '/_inference/{id}' });
    expect(match(service, '/_inference/_region_policy', 'PUT')).toBe('none');
  });

  it('may be asked for', () => {
    expect(match(service, '/_inference/_all')).toMatchObject({ path: '/_inference/{id}' });
    expect(match(service, '/_nodes/_local', 'POST')).toMatchObject({ path: '/_nodes/{id}' });
  });
});

describe('a near miss', () => {
  const service = serviceOf(
    [
      { path: '/_cluster/health' },
      { path: '/_cluster/health/{index}' },
      { path: '/_nodes/{node}/stats' },
      { path: '/orgs/{org}/projectsV2' },
      { path: '/orders/{order_number}/items' },
    ],
    { reservedWords: '^_(?!all$)[a-z]' },
  );
  it.each([
    ['one misspelt word', '/_cluster/helth', 'helth -> health'],
    ['a word behind which more follows', '/_cluster/helth/books', 'helth -> health'],
    ['no missing word', '/_cluster', 'none'],
    ['no superfluous word', '/_cluster/state/health/x', 'none'],
    ['no word that differs by a number', '/orgs/acme/projects', 'none'],
    ['no word next to a value that does not fit', '/orders/mine/itens', 'none'],
    ['a word next to a value that fits', '/orders/7/itens', 'itens -> items'],
    ['no word next to a word of the service', '/_nodes/_hot_threads/stat', 'none'],
    ['not two words', '/_clustr/helth', 'none'],
  ])('is %s', (_, path, expected) => {
    expect(match(service, path)).toBe(expected);
  });
});

describe('a near miss of a path with one word', () => {
  const nearOf = (service: Service, path: string, isSure: boolean, method = 'GET') => {
    const { match: found } = matchOperation(method, segmentsOf(path), [service], { isOwn: true, isSure });
    return found.kind === 'near' ? `${found.segment.text} -> ${found.expected}` : found.kind;
  };
  const operations = [
    { path: '/collections/{name}' },
    { path: '/pets/{id}' },
    { path: '/{tenant}/{version}/fields' },
    { path: '/jobs/{job_number}' },
    { path: '/jobs/latest' },
    { path: '/jobs/{job_number}/logs', methods: ['POST'] },
    { path: '/files/{name}' },
    { path: '/files/archive', methods: ['POST'] },
  ];
  const service = serviceOf(operations);

  it.each([
    ['/colletcions/abc', 'colletcions -> collections'],
    ['/collection/abc', 'collection -> collections'],
    ['/pest/1', 'pest -> pets'],
    ['/a/b/feilds', 'feilds -> fields'],
    ['/colltcion/abc', 'none'],
    ['/collections2/abc', 'none'],
    ['/{{where}}/abc', 'none'],
    // A value that cannot be there is a word.
    ['/jobs/lastest', 'lastest -> latest'],
    ['/jobs/7', 'operation'],
    ['/files/archiv', 'operation'],
    ['/files/archive', 'operation'],
  ])('%s is %s', (path, expected) => {
    expect(nearOf(service, path, true)).toBe(expected);
  });

  it('is none where the request may go to another service', () => {
    expect(nearOf(service, '/colletcions/abc', false)).toBe('none');
    expect(nearOf(service, '/a/b/feilds', false)).toBe('none');
  });

  it('comes before another method of something with such a name', () => {
    expect(nearOf(service, '/files/archiv', true, 'POST')).toBe('archiv -> archive');
    expect(nearOf(service, '/files/report', true, 'POST')).toBe('other-method');
    // The word itself has other methods.
    expect(nearOf(service, '/jobs/latest', true, 'POST')).toBe('other-method');
  });

  it('is none of the other number where the description is that of one edition', () => {
    const fallbackDescriptions = [{ vendor: 'published', description: 'published' }];
    const one = serviceOf(operations, { fallbackDescriptions });
    expect(nearOf(one, '/collection/abc', true)).toBe('none');
    expect(nearOf(one, '/colections/abc', true)).toBe('colections -> collections');
  });
});

describe('a misspelt command', () => {
  const reservedWords = '^_(?!all$)[a-z]';
  const service = serviceOf(
    [
      { path: '/{index}/_mapping' },
      { path: '/{index}/_update/{id}', methods: ['POST'] },
      { path: '/{index}' },
      { path: '/_nodes/_stats' },
      { path: '/{index}/_start' },
    ],
    { reservedWords },
  );
  it.each([
    ['GET', '/books/_mappng', '_mappng -> _mapping'],
    ['POST', '/books/_updte/1', '_updte -> _update'],
    ['GET', '/books/mappng', 'none'],
    // A command elsewhere.
    ['GET', '/books/_stats', 'none'],
  ])('%s %s is %s', (method, path, expected) => {
    expect(match(service, path, method)).toBe(expected);
  });
});

describe('the index', () => {
  it('finds what a comparison with every template finds', () => {
    const random = randomNumbers(11);
    const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T;
    const words = ['a', 'b', 'c', '{p}', '{q}', '{p}.x', 'v{n}'];
    for (let round = 0; round < 300; round++) {
      const paths = Array.from({ length: 1 + random(12) }, () => ({
        path: `/${Array.from({ length: 1 + random(4) }, () => pick(words)).join('/')}`,
        methods: [pick(['GET', 'PUT'])],
      }));
      const service = serviceOf(paths);
      for (let trial = 0; trial < 20; trial++) {
        const path = `/${Array.from({ length: 1 + random(4) }, () => pick(['a', 'b', 'c', 'd', 'd.x', 'v1'])).join('/')}`;
        const { match: found } = matchOperation('GET', segmentsOf(path), [service]);
        const expected = naiveMatch(service.operations, path);
        expect(found.kind === 'operation' ? found.operation : undefined, `${path} in ${JSON.stringify(paths)}`).toBe(
          expected,
        );
      }
    }
  });
});

/** Compares a path with every template, and ranks those that match. */
function naiveMatch(operations: readonly Operation[], path: string): Operation | undefined {
  const ranked = operations
    .filter((operation) => operation.methods.includes('GET') && expressionOf(operation.path).test(path))
    .map((operation, order) => {
      const words = operation.path.slice(1).split('/');
      const literals = words.filter((word) => !word.includes('{')).length;
      const mixed = words.filter((word) => word.includes('{') && !/^\{[^{}]*\}$/.test(word)).length;
      return { operation, rank: [-literals, -mixed, order] };
    });
  ranked.sort(
    (a, b) => a.rank.map((value, index) => value - (b.rank[index] ?? 0)).find((difference) => difference !== 0) ?? 0,
  );
  return ranked[0]?.operation;
}

function expressionOf(template: string): RegExp {
  const source = template.replace(/\./g, '\\.').replace(/\{[^{}]*\}/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

it('leaves templates of absurd length alone', () => {
  const path = '/w/{a}'.repeat(100_000);
  expect(match(serviceOf([{ path, pathParameters: [] }, { path: '/w/{a}' }]), '/w/x'.repeat(100_000))).toBe('none');
});
