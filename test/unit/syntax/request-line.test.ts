import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { requestLineOf } from '../../../packages/request-file/src/syntax/request-line';
import { splitBlocks } from '../../../packages/request-file/src/syntax/split-blocks';
import { lineStartsOf, positionAt } from '../../../packages/text/src/lines';
import { triesOf } from '../../sample';

/** Returns the line that the whole parser gives. */
function parsedLine(text: string): number | undefined {
  const { request, otherRequest } = parseBlock(text);
  const command = otherRequest && /^curl\s/i.test(otherRequest.line.text) ? otherRequest.line.span : undefined;
  const span = request?.lineSpan ?? command;
  return span && positionAt(lineStartsOf(text), span.start).line;
}

const pieces = [
  '### title\n',
  '###',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  ' ',
  '\u2003',
  '\ufeff',
  '# comment\n',
  '# @name n\n',
  '// comment\n',
  '/*\n',
  '/* comment */\n',
  '*/\n',
  '@a = 1\n',
  '@a 1\n',
  '{{\n',
  '}}\n',
  '< {%\n',
  '%}\n',
  '< {% x %}\n',
  '> {% x %}\n',
  '< ./a.js\n',
  'import ./a.http\n',
  'run #a\n',
  'proto < a.proto\n',
  'includeDirs: a\n',
  '?? status == 200\n',
  'HTTP/1.1 200 OK\n',
  'curl -X GET http://h/\n',
  'WEBSOCKET ws://h/\n',
  'GET /a\n',
  'GET /a HTTP/1.1\n',
  'GET\n',
  '/a\n',
  '?x=1\n',
  '{ "a": 1 }\n',
  '[\n',
  'hello',
  'Accept: x\n',
  '<> ./a.json\n',
  '>> ./a.json\n',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((parts) => parts.join(''));

describe('requestLineOf', () => {
  it.each<[string, string, number | undefined]>([
    ['a request on the first line', 'GET /a\n\n{}\n', 0],
    ['a preamble', '### title\n# @name a\n@b = 1\n\n  GET /a\n', 4],
    ['the longest preamble', `${'# comment\n'.repeat(1000)}GET /a\n`, 1000],
    ['a script that is longer than any preamble', `< {%\n${'x\n'.repeat(50)}%}\nGET /a\n`, 52],
    ['a block comment that stays open', `/*\n${'GET /a\n'.repeat(50)}`, undefined],
    ['JSON without a request line', '# c\n{ "a": 1 }\n', 1],
    ['a curl command', '# a\ncurl http://h/\n', 1],
    ['a command of another tool', 'GRPC http://h/a\n', undefined],
    ['a recorded response', 'HTTP/1.1 200 OK\n\n{}\n', undefined],
    ['comments only', '###\n# c\n', undefined],
    ['nothing', '', undefined],
  ])('finds the line behind %s', (_name, block, line) => {
    expect(requestLineOf(block)).toBe(line);
    expect(parsedLine(block)).toBe(line);
  });

  it('agrees with the parser for every text', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), (block) => {
        expect(requestLineOf(block)).toBe(parsedLine(block));
      }),
      { numRuns: triesOf(3000) },
    );
  });

  it('agrees with the parser for every fixture', () => {
    const folder = join(import.meta.dirname, '../../rules');
    let found = 0;
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.http')) continue;
      for (const block of splitBlocks(readFileSync(join(folder, path), 'utf8'))) {
        expect(requestLineOf(block.text)).toBe(parsedLine(block.text));
        found++;
      }
    }
    expect(found).toBeGreaterThan(1000);
  });
});
