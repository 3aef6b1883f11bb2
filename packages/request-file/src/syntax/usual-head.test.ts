import { describe, expect, it } from 'vitest';
import { parseBlock } from './parse-block';
import { startReading } from './reading';
import { readUsualHead } from './usual-head';

const usual = [
  '### Show it (5)\n# @name show-it\n# For the report\nGET /_cat/indices?v&h=index\nAccept: application/json\n',
  'PUT /logs-1\nContent-Type: application/json\n\n{ "settings": {} }\n',
  'POST /logs-1/_search\n{ "size": 0 }\n',
  'POST /logs-1/_bulk\n[1]\n',
  '\n// Twice a day\n# @ref login\nDELETE https://{{host}}:9200/a/{{name}}#top\nAuthorization: Bearer {{token}}',
  '###\nHEAD http://example.com/',
  '### # a # \r\nPATCH /a\r\nX-A: b c\r\n\r\n',
];

/** One of these lines in a head makes it unusual. */
const unusual = [
  'X-Last:  a',
  'X-Last:a',
  'X-Last: a ',
  'X-Last:',
  'X-Last: ä',
  ' X-Last: a',
  '# a',
  '{{fields}}',
  '{{name}}: a',
  '...fields',
  '< ./body.json',
  'HTTP/1.1 200 OK',
];

describe('readUsualHead', () => {
  it.each(usual)('reads %j as it is read with an unusual field behind it', (text) => {
    const [, head = '', rest = ''] = /^([^]*?)((?:\r?\n)+(?:[{[][^]*)?|)$/.exec(text) ?? [];
    const longer = `${head}\nX-Last:  a${rest}`;
    expect(readUsualHead(startReading(text))).toBeDefined();
    expect(readUsualHead(startReading(longer))).toBeUndefined();
    const [read, known] = [parseBlock(text), parseBlock(longer)];
    for (const part of ['title', 'directives', 'comments', 'unsupported', 'problems'] as const)
      expect(read[part]).toEqual(known[part]);
    const { request } = read;
    for (const part of ['method', 'target', 'httpVersion', 'headVariables', 'lineSpan', 'form'] as const)
      expect(request?.[part]).toEqual(known.request?.[part]);
    expect(request?.headers).toEqual(known.request?.headers.slice(0, -1));
    expect(request?.body?.kind).toBe(known.request?.body?.kind);
  });

  it.each(unusual)('leaves a head with the line %j to those who know such lines', (line) => {
    const text = `### A\nPUT /a\nAccept: */*\n${line}\n`;
    const reading = startReading(text);
    expect(readUsualHead(reading)).toBeUndefined();
    expect(reading).toEqual(startReading(text));
  });

  it.each([
    'GET /a HTTP/1.1\n',
    'GET  /a\n',
    'GET /a \n',
    'GET /a?b=c d\n',
    'get /a\n',
    'GET a/b\n',
    'GET HTTP/1.1\n',
    'GRAPHQL /a\n',
    'GET /a\n  ?b=c\n',
    'GET /a\n/b\n',
    '@a = b\nGET /a\n',
    '### A\n### B\nGET /a\n',
    '/*\n# a\n*/\nGET /a\n',
    '# a',
    '',
  ])('leaves %j to those who know such lines', (text) => {
    expect(readUsualHead(startReading(text))).toBeUndefined();
  });
});
