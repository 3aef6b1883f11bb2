import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { definitionsMeant, occurrencesNamed } from '../../../packages/checker/src/names/index';
import { requestsCalled, requestsCalling } from '../../../packages/checker/src/names/request-calls';
import type { LinkedFile } from '../../../packages/checker/src/names/scope';

const engine = createEngine();
const options = { context: { endpoints: [], defaults: {} }, severities: {} };

const chain = `# @name Login
POST http://localhost/login

###
@token = {{Login.response.headers.x-token}}
# @name KeepAlive
POST http://localhost/keep
Authorization: bearer {{token}}

###
@token = {{KeepAlive.response.headers.x-token}}
### Details
GET http://localhost/details
Authorization: bearer {{token}}
`;

describe('a name that is defined several times', () => {
  it('decides by the place of a request what it depends on', () => {
    const file = engine.openFile(chain);
    const needs = [0, 1, 2, 3].map((block) => engine.plan(file, block, options)?.dependsOn ?? []);
    expect(needs).toEqual([[], ['Login'], [], ['KeepAlive']]);
    expect(engine.requestOrder(file, [3], options)).toMatchObject({ blocks: [0, 1, 3] });
  });

  it('is followed to the requests that need each other', () => {
    const file = engine.openFile(chain);
    const names = new Map([0, 1, 2, 3].map((block) => [block, engine.names(file, block)]));
    const linked: LinkedFile = { uri: 'a', file, imports: [], occurrencesOf: (block) => names.get(block) ?? [] };
    const called = (block: number) => requestsCalled({ file: linked, block }, () => [linked]).map((one) => one.block);
    const calling = (block: number) => requestsCalling({ file: linked, block }, [linked]).map((one) => one.block);
    expect([called(1), called(3)]).toEqual([[0], [1]]);
    expect([calling(0), calling(1)]).toEqual([[1], [3]]);
  });

  it('means the definition above the request, or else the first below it, and in its own value one above', () => {
    const text = `GET http://localhost/{{a}}

### one
@a = 1
@b = {{a}}
GET http://localhost/{{a}}
X-After: {{a}}

@a = 2
### two
@a = {{a}}-3
GET http://localhost/{{a}}
`;
    const file = engine.openFile(text);
    const occurrencesOf = (block: number) => names[block] ?? [];
    const names = [0, 1, 2].map((block) => engine.names(file, block));
    const all = occurrencesNamed({ file, occurrencesOf }, { kind: 'variable', name: 'a' }, () => true);
    const lineOf = (block: number, offset: number) =>
      file.blocks.lineOf(block) + (file.blocks.at(block)?.text.slice(0, offset).split('\n').length ?? 0);
    const meant = all.map(({ block, occurrence }) => {
      const found = definitionsMeant(all, 'variable', block, occurrence);
      return [
        lineOf(block, occurrence.span.start),
        found.map((one) => lineOf(one.block, one.occurrence.span.start)).join(),
      ];
    });
    expect(meant).toEqual([
      [1, '4'],
      [4, '4'],
      [5, '4'],
      [6, '4'],
      [7, '4'],
      [9, '9'],
      [11, '11'],
      [11, '9'],
      [12, '11'],
    ]);
  });

  it('decides where a request goes, also after edits', () => {
    const text = `@host = http://one.example
@url = {{host}}/v1
GET {{url}}/a

###
@host = http://two.example
GET {{host}}/b

###
GET {{host}}/c

###
GET {{url}}/d
`;
    const ways = (file: ReturnType<typeof engine.openFile>) =>
      [...file.blocks].map((_, block) => {
        const way = engine.wayOut(file, block, options);
        return way && 'origin' in way ? way.origin : undefined;
      });
    const opened = engine.openFile(text);
    expect(ways(opened)).toEqual([
      'http://one.example',
      'http://two.example',
      'http://two.example',
      'http://one.example',
    ]);
    const edited = engine.editFile(opened, [
      { start: { line: 5, character: 15 }, end: { line: 5, character: 18 }, newText: 'six' },
    ]);
    expect(ways(edited)).toEqual([
      'http://one.example',
      'http://six.example',
      'http://six.example',
      'http://one.example',
    ]);
  });
});
