import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../../packages/engine/src/index';

const engine = createEngine();
const endpoint = { name: 'es', service: 'search-cluster', baseUrl: 'http://es' };

function optionsWith(headers?: Readonly<Record<string, string>>): CheckOptions {
  const endpoints = [{ ...endpoint, ...(headers && { headers }) }];
  return { context: { endpoints, defaults: { 'search-cluster': 'es' } }, severities: {} };
}

/** Returns the header fields of each plan, as `Name: value`. */
function fieldsOf(text: string, headers?: Readonly<Record<string, string>>): readonly (readonly string[])[] {
  const written = (segments: readonly (string | { readonly variable: string })[]) =>
    segments.map((one) => (typeof one === 'string' ? one : `{{${one.variable}}}`)).join('');
  return [...engine.planAll(engine.openFile(text), optionsWith(headers))].map((plan) =>
    plan.headers.map(({ name, value }) => `${written(name)}: ${written(value)}`),
  );
}

/** Returns the rules that report something, and where, of the last block. */
function findingsOf(text: string, headers?: Readonly<Record<string, string>>) {
  const file = engine.openFile(text);
  return (engine.check(file, optionsWith(headers)).findings.at(-1) ?? []).map(({ rule, span, message }) => ({
    rule,
    at: text.slice(text.lastIndexOf('###')).slice(span.start, span.end),
    message,
  }));
}

describe('shared header fields', () => {
  it('are added to each request, in front of its own ones', () => {
    const text = '# @header X-A: 1\n// @header X-B: {{b}}\n\n### a\nGET /\n\n### b\nGET /\nX-Own: 2\nx-a: own\n';
    expect(fieldsOf(text)).toEqual([
      ['X-A: 1', 'X-B: {{b}}'],
      ['X-B: {{b}}', 'X-Own: 2', 'x-a: own'],
    ]);
  });

  it('come from the request, then from the file, then from the endpoint', () => {
    const text = '# @header X-A: file\n\n### a\nGET /\n\n### b\nGET /\nX-A: own\n\n### c\nGET http://other/\n';
    expect(fieldsOf(text, { 'x-a': 'endpoint', 'X-E': '{{e}}' })).toEqual([
      ['X-A: file', 'X-E: {{e}}'],
      ['X-E: {{e}}', 'X-A: own'],
      // What is of an endpoint goes nowhere else.
      ['X-A: file'],
    ]);
    expect(fieldsOf('GET http://es/x\n', { 'X-E': '1' })).toEqual([['X-E: 1']]);
  });

  it('come from a shared block of Kulala', () => {
    const shared = '### KULALA_SHARED\nGET NOP\n# for all\nAuthorization: Bearer {{token}}\nX-K: 1\n\n';
    expect(fieldsOf(`### a\nGET /\n\n${shared}### b\nGET /\nX-K: own\n`)).toEqual([
      ['Authorization: Bearer {{token}}', 'X-K: 1'],
      [],
      ['Authorization: Bearer {{token}}', 'X-K: own'],
    ]);
    expect(fieldsOf('### Other\nGET NOP\nX-K: 1\n\n### b\nGET /\n').at(-1)).toEqual([]);
  });

  it.each(['# @header Host: a', '# @header content-length: 3', '# @header nothing', '# @header'])(
    'are none where that is not possible: %s',
    (line) => {
      expect(fieldsOf(`${line}\n\n### a\nGET /\n`)).toEqual([[]]);
    },
  );

  it('have no effect above a request, or behind the first `###`', () => {
    expect(fieldsOf('# @header X-A: 1\nGET /\n\n### b\nGET /\n')).toEqual([[], []]);
    expect(fieldsOf('### a\n# @header X-A: 1\n\n### b\nGET /\n')).toEqual([[]]);
  });

  it('follow an edit of their line in all requests', () => {
    const file = engine.openFile('# @header X-A: 1\n\n### a\nGET /_cluster/health\n');
    const edited = engine.editFile(file, [
      { start: { line: 0, character: 15 }, end: { line: 0, character: 16 }, newText: '2' },
    ]);
    const valueIn = (one: typeof file) =>
      [...engine.planAll(one, optionsWith())].map(({ headers }) => headers[0]?.value);
    expect(valueIn(file)).toEqual([['1']]);
    expect(valueIn(edited)).toEqual([['2']]);
  });

  it('are checked as if they were written in each request, and marked at the request line', () => {
    const body = '\n\n{ "name": "k", "expiration": "1d" }\n';
    const request = `### a\nPUT /_security/api_key${body}`;
    const wrong = findingsOf(`# @header Content-Type: text/csv\n\n${request}`);
    expect(wrong).toEqual(expect.arrayContaining([expect.objectContaining({ at: 'PUT /_security/api_key' })]));
    expect(
      wrong.every(({ at, message }) => at !== 'PUT /_security/api_key' || message.includes('several requests share')),
    ).toBe(true);
    expect(findingsOf(`# @header Content-Type: application/json\n\n${request}`)).toEqual(findingsOf(request));
    // A nearly known name is one at each place where it is sent.
    const misspelt = findingsOf(request, { 'Content-Typ': 'application/json' });
    expect(misspelt.map(({ rule }) => rule)).toContain('malformed-header');
  });

  it('offer no fix that would change the request line', () => {
    const text = '# @header Content-Typ: a\n\n### a\nGET /_cluster/health\n';
    const file = engine.openFile(text);
    const index = file.blocks.size - 1;
    const [found] = (engine.check(file, optionsWith()).findings.at(-1) ?? []).filter(
      ({ rule }) => rule === 'malformed-header',
    );
    expect(found).toBeDefined();
    const fixed = found && engine.withFixes(file, index, [found], optionsWith());
    expect(fixed?.flatMap(({ fixes }) => fixes ?? [])).toEqual([]);
  });

  it('are no part of a request that was sent or recorded', () => {
    const request = { method: 'GET', target: '/_cluster/health', headers: [], body: '' };
    const place = { ...endpoint, headers: { 'Content-Typ': 'a' } };
    expect(findingsOf('### a\nGET /_cluster/health\n', place.headers).map(({ rule }) => rule)).toContain(
      'malformed-header',
    );
    expect(engine.checkWire(request, place)).toEqual(engine.checkWire(request, endpoint));
  });
});
