import { describe, expect, it } from 'vitest';
import { checkText } from '../../rules/check-text';
import { contextOfText, findingsBy } from './own-description';

const twice = 'warning repeated-query-parameter: The form field `f` is given more than once.';

/** Returns the findings in a form of a list `f`. */
function found(fields: string, body: string): readonly string[] {
  const parameter = `{ name: f, in: formData, type: array, items: { type: string }${fields} }`;
  const description = `swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { parameters: [ ${parameter} ] } } }\n`;
  return findingsBy(description, `POST /a\nContent-Type: application/x-www-form-urlencoded\n\n${body}`);
}

function foundByEncoding(encoding: string, body: string): readonly string[] {
  const schema = 'schema: { type: object, properties: { f: { type: array, items: { type: string } } } }';
  const description = `openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { requestBody: { content: { application/x-www-form-urlencoded: { ${schema}${encoding} } } } } } }\n`;
  return findingsBy(description, `POST /a\nContent-Type: application/x-www-form-urlencoded\n\n${body}`);
}

describe('a list in a form', () => {
  it('is given once where its items are between commas', () => {
    expect(found('', 'f=a&f=b')).toEqual([twice]);
    expect(found(', collectionFormat: csv', 'f=a\n&f=b')).toEqual([twice]);
    expect(found(', collectionFormat: pipes', 'f=a&f=b')).toEqual([twice]);
    expect(found('', 'f=a,b')).toEqual([]);
    expect(foundByEncoding(', encoding: { f: { explode: false } }', 'f=a&f=b')).toEqual([twice]);
  });

  it('is given for each item where it is repeated', () => {
    expect(found(', collectionFormat: multi', 'f=a&f=b')).toEqual([]);
    expect(foundByEncoding('', 'f=a&f=b')).toEqual([]);
  });

  it('loses the later field by the fix', () => {
    const parameter = '{ name: f, in: formData, type: array, items: { type: string } }';
    const description = `swagger: '2.0'\ninfo: { title: T, version: '1' }\npaths: { /a: { post: { parameters: [ ${parameter} ] } } }\n`;
    const text = '# @endpoint own\nPOST /a\nContent-Type: application/x-www-form-urlencoded\n\nf=a&f=b\n';
    const [one] = checkText(text, { context: contextOfText(description), severities: {} });
    const [edit] = one?.finding.fixes?.()[0]?.edits ?? [];
    expect(edit && text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end)).toContain('\n\nf=a\n');
  });
});
