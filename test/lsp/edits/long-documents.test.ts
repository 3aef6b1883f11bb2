import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { clientOf } from '../../../server/src/ports/client';
import { createDiagnoser } from '../../../server/src/checking/diagnoser';
import { DocumentStore, isCheckable, lengthOf, maximumCheckedLength } from '../../../server/src/documents/documents';
import { createDocumentSymbols, maxSymbols } from '../../../server/src/features/document-symbols';
import { createFoldingRanges } from '../../../server/src/features/folding-ranges';
import { classifyJson, readConfiguration, settingsFor } from '../../../server/src/configuration/settings';

const settings = settingsFor(readConfiguration(undefined), true, undefined);
const first = '// @request POST /_security/api_key\n';
const long = `${first}${' '.repeat(maximumCheckedLength)}`;
const uri = 'file:///long.json';

function openLong() {
  const engine = createEngine();
  const documents = new DocumentStore(engine, 'utf-16', (address, head) => classifyJson(address, head, settings));
  const diagnoser = createDiagnoser(engine, 'utf-16');
  const messages = () => {
    const document = documents.get(uri);
    return document && diagnoser(document, settings.checkOptions).items.map(({ message }) => message);
  };
  return { documents, messages, document: documents.open(uri, 'json', 1, long) };
}

describe('a document that is too long to be checked', () => {
  it('is reported, and only its beginning is kept', () => {
    const { document, messages } = openLong();
    expect(document).toMatchObject({ kind: 'body', fullLength: long.length });
    expect(lengthOf(document.file)).toBeLessThan(10_000);
    expect(isCheckable(document)).toBe(false);
    expect(messages()).toEqual([expect.stringMatching(/too long: it has 20\.0 million .* and open it again\.$/)]);
  });

  it('stays too long while it is edited, until its whole text comes again', () => {
    const { documents, messages } = openLong();
    const at = (line: number, character: number) => ({ line, character });
    documents.change(uri, 2, [{ range: { start: at(0, 0), end: at(1, maximumCheckedLength) }, text: '' }]);
    expect(messages()).toHaveLength(1);
    expect(documents.reclassify()).toEqual([]);
    const whole = documents.change(uri, 3, [{ text: `${first}{"nam": 1}` }]);
    expect(whole && isCheckable(whole)).toBe(true);
    expect(messages()).toContainEqual(expect.stringMatching(/^'nam' is not a documented field/));
  });
});

describe('a document with very many requests', () => {
  const request = 'POST /_search\n\n{\n  "query": {\n    "match_all": {}\n  }\n}\n\n';
  const linesOfRequest = 8;
  const line = 1500 * linesOfRequest;
  const open = (requests: number) => {
    const engine = createEngine();
    const documents = new DocumentStore(engine, 'utf-16', () => undefined);
    const client = { ...clientOf({}, {}), foldingLimit: 500 };
    const context = { engine, encoding: 'utf-16' as const, client, optionsOf: () => settings.checkOptions };
    documents.open('file:///a.http', 'http', 1, request.repeat(requests));
    const start = { line, character: 0 };
    const document = documents.change('file:///a.http', 2, [{ range: { start, end: start }, text: '# x\n' }])!;
    return { context, document };
  };

  it('has an outline around the last edit, which says so', () => {
    const { context, document } = open(3000);
    const [notice, ...symbols] = createDocumentSymbols()(context, document);
    expect(notice?.name).toBe('Only entries around the last edit are listed');
    expect(symbols).toHaveLength(maxSymbols);
    const lines = symbols.map(({ range }) => range.start.line);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect(lines).toContain(line + 1);
    expect(Math.min(...lines)).toBeGreaterThan(line - 1100 * linesOfRequest);
    expect(Math.max(...lines)).toBeLessThan(line + 1100 * linesOfRequest);
  });

  it('has the whole outline if it is short enough', () => {
    const { context, document } = open(maxSymbols - 1);
    expect(createDocumentSymbols()(context, document)).toHaveLength(maxSymbols - 1);
  });

  it('folds everything around the last edit, and requests farther away, as many as the client takes', () => {
    const { context, document } = open(3000);
    const ranges = createFoldingRanges()(context, document);
    expect(ranges).toHaveLength(context.client.foldingLimit);
    const starts = ranges.map(({ startLine }) => startLine);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    const near = ranges.filter(({ startLine }) => Math.abs(startLine - line) < 20 * linesOfRequest);
    expect(near.filter(({ kind }) => kind === undefined).length).toBeGreaterThan(70);
    const far = ranges.filter(({ startLine }) => Math.abs(startLine - line) > 100 * linesOfRequest);
    expect(far.length).toBeGreaterThan(50);
    expect(far.every(({ kind }) => kind === 'region')).toBe(true);
  });

  it('folds what is around the last edit in a single request that is longer', () => {
    const { context, document } = open(1);
    const edited = { ...document, focus: { line: 4, character: 0 } };
    const ranges = createFoldingRanges()({ ...context, client: { ...context.client, foldingLimit: 2 } }, edited);
    expect(ranges).toEqual([expect.objectContaining({ startLine: 2 }), expect.objectContaining({ startLine: 3 })]);
  });
});
