import { describe, expect, it } from 'vitest';
import type { Position } from 'vscode-languageserver';
import { createEngine, type CheckOptions } from '../../engine/src/index';
import { clientOf } from '../../server/src/client';
import { createDiagnoser } from '../../server/src/diagnoser';
import { DocumentStore, type OpenDocument } from '../../server/src/documents';
import { createCodeLenses } from '../../server/src/features/code-lenses';
import { completionsAt } from '../../server/src/features/completion';
import { createDocumentSymbols } from '../../server/src/features/document-symbols';
import { createFoldingRanges } from '../../server/src/features/folding-ranges';
import { hoverAt } from '../../server/src/features/hover';
import { classifyJson, readConfiguration, settingsFor } from '../../server/src/settings';
import type { FeatureContext } from '../../server/src/session';
import type { PositionEncoding } from '../../server/src/to-lsp';
import { randomNumbers } from './random';

const settings = settingsFor(readConfiguration(undefined), true, undefined);
const uri = 'file:///random.http';

const start = `@host = http://localhost

### Create
# @name create
POST {{host}}/_security/api_key?refresh=true
Content-Type: application/json

{
  "name": "ké😀", // comment
  "role_descriptors": { "r": { "cluster": ["monitor"], "indices": [{ "names": ["a"], "privileges": ["read"] }] } }
}

### Hook\r\nPATCH /repos/o/r/hooks/1\r\n\r\n{ "config": { "url": "https://x.test" } }\r\n
PUT /_security/api_key
{ "expiration": 1 }

###
< ./file.json
`;
const pieces = [
  'x',
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\n',
  '\r\n',
  '\r',
  '###',
  '### t\n',
  '\n###\n',
  '😀',
  'é',
  '{{a}}',
  '#',
  '//',
  ' ',
];
const longer = [
  '\n\n',
  'GET /x\n',
  '\n\n{ "name": "n" }\n',
  '@a = b\n',
  '# @name create\n',
  'DELETE /_security/api_key\n',
  '"""',
  '< ./a.json',
];

/** Returns the offset of each line's start, and one past the end of the last line. */
function linesOf(text: string): string[] {
  return text.split(/\r\n|\n|\r/);
}

/** The protocol's rules, written once more on a plain string. */
function offsetOf(text: string, line: number, character: number): number {
  const ends = /\r\n|\n|\r/g;
  let startOfLine = 0;
  for (let index = 0; index < line; index++) {
    ends.exec(text);
    startOfLine = ends.lastIndex;
  }
  return startOfLine + character;
}

function columnIn(line: string, character: number, encoding: PositionEncoding): number {
  return encoding === 'utf-16' ? character : Buffer.byteLength(line.slice(0, character));
}

describe.each<PositionEncoding>(['utf-16', 'utf-8'])('random edits in %s', (encoding) => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('give what a fresh open gives (seed %i)', (seed) => {
    const next = randomNumbers(seed);
    const pick = <T>(list: readonly T[]): T => list[next(list.length)]!;
    const session = () => {
      const engine = createEngine();
      const client = { ...clientOf({}, {}), snippets: true, versionedEdits: true };
      const context: FeatureContext = { engine, encoding, client, optionsOf: () => settings.checkOptions };
      const diagnoser = createDiagnoser(engine, encoding);
      const [symbols, folding, lenses] = [createDocumentSymbols(), createFoldingRanges(), createCodeLenses()];
      return {
        engine,
        documents: new DocumentStore(engine, encoding, (address, head) => classifyJson(address, head, settings)),
        diagnose: (document: OpenDocument, options: CheckOptions) => diagnoser(document, options).items,
        outline: (document: OpenDocument) => [
          symbols(context, document),
          folding(context, document),
          lenses(context, document),
        ],
        hover: (document: OpenDocument, position: Position) => hoverAt(context, document, position),
        complete: (document: OpenDocument, position: Position) => completionsAt(context, document, position),
      };
    };
    const edited = session();
    let text = start;
    let document = edited.documents.open(uri, 'http', 1, text);
    edited.diagnose(document, settings.checkOptions);

    for (let version = 2; version < 150; version++) {
      const changes = Array.from({ length: 1 + next(2) }, () => {
        const lines = linesOf(text);
        const from = next(lines.length);
        const to = Math.min(lines.length - 1, from + (next(4) === 0 ? next(4) : 0));
        // A column inside a pair of surrogates does not exist in UTF-8.
        const column = (line: string): number => {
          const at = next(line.length + 1);
          return /[\uD800-\uDBFF]/.test(line.charAt(at - 1)) ? at - 1 : at;
        };
        const start = { line: from, character: column(lines[from]!) };
        const last = { line: to, character: column(lines[to]!) };
        const isForward = to > from || last.character >= start.character;
        const end = isForward && next(3) === 0 ? last : start;
        const newText = next(4) === 0 ? '' : pick(next(3) === 0 ? longer : pieces);
        const a = offsetOf(text, start.line, start.character);
        const b = offsetOf(text, end.line, end.character);
        text = text.slice(0, a) + newText + text.slice(b);
        const range = {
          start: { ...start, character: columnIn(lines[start.line]!, start.character, encoding) },
          end: { ...end, character: columnIn(lines[end.line]!, end.character, encoding) },
        };
        return { range, text: newText };
      });
      document = edited.documents.change(uri, version, changes)!;
      expect(edited.engine.textOf(document.file)).toBe(text);
      const diagnostics = edited.diagnose(document, settings.checkOptions);
      if (version % 3 !== 0) continue;

      const fresh = session();
      const opened = fresh.documents.open(uri, 'http', version, text);
      expect(diagnostics).toEqual(fresh.diagnose(opened, settings.checkOptions));
      expect(edited.outline(document)).toEqual(fresh.outline(opened));
      const position = { line: next(linesOf(text).length), character: next(20) };
      expect(edited.hover(document, position)).toEqual(fresh.hover(opened, position));
      expect(edited.complete(document, position)).toEqual(fresh.complete(opened, position));
    }
  });
});
