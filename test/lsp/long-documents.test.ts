import { describe, expect, it } from 'vitest';
import { createEngine } from '../../engine/src/index';
import { createDiagnoser } from '../../server/src/diagnoser';
import { DocumentStore, isReadable, lengthOf, maximumCheckedLength } from '../../server/src/documents';
import { classifyJson, readConfiguration, settingsFor } from '../../server/src/settings';

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
    expect(isReadable(document)).toBe(false);
    expect(messages()).toEqual([expect.stringMatching(/too long: it has 20\.0 million .* and open it again\.$/)]);
  });

  it('stays too long while it is edited, until its whole text comes again', () => {
    const { documents, messages } = openLong();
    const at = (line: number, character: number) => ({ line, character });
    documents.change(uri, 2, [{ range: { start: at(0, 0), end: at(1, maximumCheckedLength) }, text: '' }]);
    expect(messages()).toHaveLength(1);
    expect(documents.reclassify()).toEqual([]);
    const whole = documents.change(uri, 3, [{ text: `${first}{"nam": 1}` }]);
    expect(whole && isReadable(whole)).toBe(true);
    expect(messages()).toContainEqual(expect.stringMatching(/^'nam' is not a documented field/));
  });
});
