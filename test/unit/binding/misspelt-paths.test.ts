import { describe, expect, it } from 'vitest';
import { bindBlock } from '../../../packages/checker/src/binding/bind-block';
import type { CheckContext } from '../../../packages/checker/src/binding/model';
import type { Catalogue, Service } from '../../../packages/catalogue/src/service';
import { createCatalogues } from '../../../packages/description/src/catalogues';
import { createDescribedService } from '../../../packages/description/src/described-service';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { compileFile, descriptions, isThere } from '../description/openapi/corpus';
import { triesAll } from '../../sample';
import { base, pathOf, published, publishedCatalogue } from './published';

const endpoint = { name: 'e', baseUrl: 'https://e.example' };

function matcherOf(service: string, catalogue: Catalogue, services: readonly Service[] = []) {
  const context: CheckContext = { endpoints: [{ ...endpoint, service }], defaults: {}, services };
  return (line: string) => {
    const found = bindBlock(
      parseBlock(`# @endpoint e\n${line}\n`, undefined, () => false),
      context,
      catalogue,
    )?.match;
    return found?.kind === 'near' ? found.expected : found?.kind;
  };
}

const slips: readonly ((word: string) => string)[] = [
  (word) => edited(word, () => ''),
  (word) => edited(word, (letter) => letter + letter),
  (word) => edited(word, (letter) => (letter === 'x' ? 'y' : 'x')),
  (word) => word.replace(/([a-z])(?!\1)([a-z])/, '$2$1'),
];

function edited(word: string, edit: (letter: string) => string): string {
  const at = Math.floor(word.length / 2);
  return word.slice(0, at) + edit(word.charAt(at)) + word.slice(at + 1);
}

/** Operations of a long description that are tried: every so many, since each of them is tried often. */
const step = triesAll ? 3 : 12;

/** Returns how many words of the paths are found with one slip each, in percent, and which paths have one as they are. */
function foundOf(operations: Service['operations'], match: (line: string) => string | undefined) {
  const wrong: string[] = [];
  let tried = 0;
  let found = 0;
  const some = operations.length > 200 ? operations.filter((_, index) => index % step === 0) : operations;
  for (const operation of some) {
    const words = operation.path.split('/');
    const values = pathOf(operation).split('/');
    for (const method of operation.methods) {
      const line = `${method} ${values.join('/')}`;
      if (!kinds.includes(match(line))) wrong.push(line);
      for (const [at, word] of words.entries()) {
        if (word.length < 4 || word.includes('{')) continue;
        const slip = slips[tried % slips.length]?.(word) ?? word;
        if (slip === word) continue;
        tried++;
        const path = values.map((value, index) => (index === at ? slip : value)).join('/');
        if (match(`${method} ${path}`) === word) found++;
      }
    }
  }
  return { wrong, percent: tried === 0 ? 100 : (100 * found) / tried };
}

/** What a path is that nothing is near to. */
const kinds: readonly (string | undefined)[] = ['operation', 'other-method', 'former-path', 'none', 'retired'];

describe('one slip in a word of a path', () => {
  it.each(Object.keys(published))('of the published description of %s is found', (id) => {
    const service = base.services.find((one) => one.id === id);
    if (service === undefined) throw new Error(`no service ${id}`);
    const { operations } = publishedCatalogue.whole?.(service) ?? service;
    const { wrong, percent } = foundOf(operations, matcherOf(id, publishedCatalogue));
    expect(wrong).toEqual([]);
    expect(percent).toBeGreaterThan(98.5);
  });

  it.skipIf(!isThere).each(descriptions)('of %s is found', (path) => {
    const own = createDescribedService(compileFile(path), { id: 'own' });
    const catalogue = createCatalogues(base, () => undefined)({ services: [own] });
    const { wrong, percent } = foundOf(own.operations, matcherOf('own', catalogue, [own]));
    expect(wrong).toEqual([]);
    expect(percent).toBeGreaterThan(98.5);
  });
});

describe('the path of a published service', () => {
  const github = matcherOf('code-hosting', publishedCatalogue);
  const cluster = matcherOf('search-cluster', publishedCatalogue);
  it.each([
    ['GET /uesrs/octocat', 'users'],
    ['GET /ogrs/github', 'orgs'],
    ['POST /grahql', 'graphql'],
    ['GET /gitsts/1', 'gists'],
    ['GET /gsits/1', 'gists'],
    ['GET /repso/octocat/hello', 'repos'],
    ['GET /repos/o/r/issues/commnts', 'comments'],
    ['GET /repos/o/r/branches/main/protecton', 'protection'],
    ['POST /repos/o/r/security-advisories/reprts', 'reports'],
  ])('%s of GitHub is near %s', (line, expected) => {
    expect(github(line)).toBe(expected);
  });

  it.each([
    // Another edition has these.
    'GET /enterprise/stats',
    'GET /user/octocat',
    'GET /repos/o/r/git/refs/heads/main',
    'GET /repos/o/r/branches/feature/protected',
    'GET /gists/publik1',
    'GET /users/user',
    'GET /orgs/org',
    'GET /repos/users/repos',
  ])('%s of GitHub is what it says', (line) => {
    expect(kinds).toContain(github(line));
  });

  it.each([
    ['PUT /i/_mappng', '_mapping'],
    ['POST /i/_updte/1', '_update'],
    ['POST /i/_dc', '_doc'],
    ['POST /_blk', '_bulk'],
    ['GET /_serch', '_search'],
    ['GET /i/_cont', '_count'],
    ['PUT /_index_templte/t', '_index_template'],
    ['GET /_data_stream/_stts', '_stats'],
    ['GET /_security/user/_privleges', '_privileges'],
  ])('%s of Elasticsearch is near %s', (line, expected) => {
    expect(cluster(line)).toBe(expected);
  });

  it.each(['GET /search', 'GET /mappng/_search', 'PUT /updte/_doc/_serch', 'GET /i/_tasks', 'GET /_nodes/stts'])(
    '%s of Elasticsearch is near nothing',
    (line) => {
      expect(kinds).toContain(cluster(line));
    },
  );
});

describe('a path that a description lacks', () => {
  /** Requests to paths of a published description, of which the description knows all but the one that is asked for. */
  function takenForOthers(id: string): readonly string[] {
    const service = base.services.find((one) => one.id === id);
    if (service === undefined) throw new Error(`no service ${id}`);
    const whole = publishedCatalogue.whole?.(service) ?? service;
    const formOf = ({ path }: { readonly path: string }) => path.replace(/\{[^{}]*\}/g, '{}');
    const forms = [...new Set(whole.operations.map(formOf))].filter((_, index) => index % 8 === 0);
    return forms.flatMap((form) => {
      const operations = whole.operations.filter((operation) => formOf(operation) !== form);
      const match = matcherOf(id, { documents: [], services: [{ ...whole, operations }] });
      const left = whole.operations.filter((operation) => formOf(operation) === form);
      return left
        .flatMap((operation) => operation.methods.map((method) => `${method} ${pathOf(operation)}`))
        .filter((line) => !kinds.includes(match(line)));
    });
  }

  it('is rarely taken for another one', () => {
    // `…/installation` next to `…/installations`, and `comments` next to `commits`: a description without one of them has only the other.
    expect(takenForOthers('code-hosting').length).toBeLessThanOrEqual(6);
  });
});
