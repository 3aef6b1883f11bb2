import { describe, expect, it } from 'vitest';
import type { CheckContext } from '../../../packages/engine/src/index';
import { createEngine } from '../../../packages/engine/src/index';
import { openMarked, isSubsequence } from './check-feature';

const engine = createEngine();

/** A folder without a `rulebook.json`: the endpoints of the sandbox say nothing. */
const plain: CheckContext = {
  endpoints: [
    { name: 'sandbox-cluster', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9270', isBuiltIn: true },
    { name: 'sandbox-hub', service: 'code-hosting', baseUrl: 'http://127.0.0.1:9272', isBuiltIn: true },
  ],
  defaults: { 'search-cluster': 'sandbox-cluster', 'code-hosting': 'sandbox-hub' },
};

/** Returns the labels that an editor shows while a request is typed. */
function shownAt(marked: string, { fileName = 'requests.http', context = plain } = {}): readonly string[] {
  const { file, block, offset, text } = openMarked(marked);
  const options = { context, severities: {} };
  const { items } = engine.complete(file, block, offset, options, { opensUnselected: true }, fileName);
  return items
    .filter(({ edit, filterText }) => isSubsequence(text.slice(edit.span.start, offset), filterText))
    .map(({ label }) => label);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const isMethod = (label: string) => methods.includes(label);
const isPath = (label: string) => label.includes('/') && !label.includes('://');

describe('a file that nothing is known about', () => {
  it.each(['G<|>', 'P<|>', 'create<|>', 'api k<|>', '### a\nGET http://localhost:8082/api/books\n\n### b\nP<|>'])(
    'gets methods only: %j',
    (text) => {
      expect(shownAt(text).filter(isPath)).toEqual([]);
    },
  );

  it('gets the methods that begin so', () => {
    expect(shownAt('P<|>')).toEqual(['POST', 'PUT', 'PATCH']);
  });

  it.each(['GET <|>', 'GET /<|>', 'GET /bo<|>', 'GET /users/<|>', 'GET http://localhost:8082/<|>'])(
    'gets no path of a service: %j',
    (text) => {
      expect(shownAt(text).filter(isPath)).toEqual([]);
    },
  );

  it('gets the hosts and the variables that the file uses, and schemes', () => {
    const text =
      '@baseUrl = http://a.example\n@token = 1\n\n### a\nGET http://localhost:8082/api/books\n\n### b\nGET <|>';
    expect(shownAt(text)).toEqual(['http://localhost:8082', '{{baseUrl}}', 'https://']);
    expect(shownAt('GET ht<|>')).toEqual(['http://localhost:', 'https://']);
    expect(shownAt('GET /<|>')).toEqual([]);
  });
});

describe('a list that is asked for', () => {
  const askedAt = (marked: string) => {
    const { file, block, offset } = openMarked(marked);
    return engine.complete(file, block, offset, { context: plain, severities: {} }).items.map(({ label }) => label);
  };

  it.each([
    ['PUT /<|>', '/_snapshot/{repository}'],
    ['GET <|>', '/repos/{owner}/{repo}/hooks'],
    ['GET /repos/<|>', '/repos/{owner}/{repo}/hooks'],
    ['GET http://localhost:9200/<|>', '/_snapshot/{repository}'],
  ])('has the paths of all services where nothing speaks for one: %j', (text, path) => {
    expect(askedAt(text)).toContain(path);
  });

  it('has those of the services that are set up, where some are', () => {
    const own = { name: 'mine', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' };
    const { file, block, offset } = openMarked('GET /<|>');
    const context = { endpoints: [own, ...plain.endpoints], defaults: { 'search-cluster': 'mine' } };
    const { items } = engine.complete(file, block, offset, { context, severities: {} });
    expect(items.filter(({ label }) => label.startsWith('/repos'))).toEqual([]);
  });
});

describe('the paths of a service', () => {
  it.each(['GET _<|>', 'GET /_<|>', 'GET /logs/_<|>', 'GET http://localhost:9200/_<|>'])(
    'are offered behind its own words: %j',
    (text) => {
      expect(shownAt(text).filter(isPath)).not.toEqual([]);
    },
  );

  it('are offered where another request goes to it', () => {
    expect(shownAt('### a\nGET /_search\n\n### b\nPUT /<|>').some(isPath)).toBe(true);
    expect(shownAt('### a\nGET https://api.github.com/repos/a/b/hooks\n\n### b\nGET /repos/<|>').some(isPath)).toBe(
      true,
    );
  });

  it('are offered where the name of the file says so', () => {
    expect(shownAt('PUT /<|>', { fileName: 'a.es' }).some(isPath)).toBe(true);
    expect(shownAt('PUT /<|>', { fileName: 'elastic-setup.http' }).some(isPath)).toBe(true);
    expect(shownAt('GET /repos/<|>', { fileName: 'github.rest' }).some(isPath)).toBe(true);
    expect(shownAt('PUT /<|>', { fileName: 'books.http' }).some(isPath)).toBe(false);
  });

  it('are offered where a header says so', () => {
    expect(shownAt('PUT /<|>\nAuthorization: ApiKey {{key}}').some(isPath)).toBe(true);
    expect(shownAt('GET /repos/<|>\nAccept: application/vnd.github+json').some(isPath)).toBe(true);
    expect(shownAt('PUT /<|>\nAuthorization: Bearer {{key}}').some(isPath)).toBe(false);
  });

  it('are offered where a folder has an endpoint of it, and no others', () => {
    const own = { name: 'mine', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' };
    const context = { endpoints: [own, ...plain.endpoints], defaults: { 'search-cluster': 'mine' } };
    const labels = shownAt('PUT /<|>', { context });
    expect(labels).toContain('/{index}');
    expect(labels.filter((label) => label.startsWith('/repos'))).toEqual([]);
  });

  it('are offered where its endpoint was chosen', () => {
    expect(shownAt('GET /<|>', { context: { ...plain, chosenServices: [['code-hosting']] } }).some(isPath)).toBe(true);
  });
});

describe('methods', () => {
  it('are offered whatever else is', () => {
    expect(shownAt('G<|>', { fileName: 'a.es' }).some(isMethod)).toBe(true);
  });
});
