import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { defaultConfiguration } from '../../../packages/sender/src/configuration/index';
import type { RequestFile } from '../../../packages/request-file/src/syntax/index';
import { isSubsequence, openMarked } from './check-feature';
import { isSampled, sampled } from '../../sample';

const engine = createEngine();
const options = {
  context: {
    endpoints: defaultConfiguration.endpoints,
    defaults: defaultConfiguration.defaults,
    chosenServices: [['search-cluster', 'code-hosting']],
  },
  severities: {},
};

/** Returns what opens by itself at the mark; `opensUnselected` as in an editor that selects nothing at first. */
function openedAt(marked: string, opensUnselected: boolean): readonly string[] {
  const { file, block, offset } = openMarked(marked);
  return engine.complete(file, block, offset, options, { opensUnselected }).items.map(({ label }) => label);
}

const key = (body: string) => `POST /_security/api_key\n\n${body}`;

describe('a list opens by itself', () => {
  it.each<[state: string, text: string, label: string]>([
    ['part of a method', 'PO<|>', 'POST'],
    ['part of a path', 'POST /_sec<|>', '/_security/api_key'],
    ['part of a segment behind parameters', 'POST /repos/o/r/ho<|>', '/repos/{owner}/{repo}/hooks'],
    ['part of a query parameter', 'PUT /_security/api_key?re<|>', 'refresh'],
    ['part of a value', 'PUT /_security/api_key?refresh=wa<|>', 'wait_for'],
    ['part of a header name', 'POST /_security/api_key\nCont<|>', 'Content-Type'],
    ['a later word of a header name', 'POST /_security/api_key\ntyp<|>', 'Content-Type'],
    ['part of a header value', 'POST /_security/api_key\nContent-Type: app<|>', 'application/json'],
    ['a quote in front of a key', key('{ "<|>" }'), 'name'],
    ['part of a key', key('{ "na<|>" }'), 'name'],
    ['part of a bare key', key('{ na<|> }'), 'name'],
    ['a whole key without quotes', key('{ name<|> }'), 'name'],
    ['a later word of a key', key('{ "desc<|>" }'), 'role_descriptors'],
    ['part of a listed value', 'PUT /_snapshot/a\n\n{ "type": "f<|>" }', '"fs"'],
    ['part of a flag', 'POST /repos/o/r/hooks\n\n{ "active": fa<|> }', 'false'],
    ['part of a directive', '# @en<|>\nGET /x', '@endpoint'],
    ['part of a variable', '@host = x\nGET {{ho<|>}}', 'host'],
  ])('with %s, whatever the editor selects', (_state, text, label) => {
    expect(openedAt(text, false)).toContain(label);
    expect(openedAt(text, true)).toContain(label);
  });

  it.each<[state: string, text: string, label: string]>([
    ['a method', 'POST <|>', '/_security/api_key'],
    ['a slash', 'POST /<|>', '/_security/api_key'],
    ['a question mark', 'PUT /_security/api_key?<|>', 'refresh'],
    ['a colon', 'POST /_security/api_key\nContent-Type:<|>', 'application/json'],
    ['a colon and a blank', 'POST /_security/api_key\nContent-Type: <|>', 'application/json'],
    ['a brace and a blank', key('{ <|> }'), 'name'],
    ['a key', 'POST /repos/o/r/hooks\n\n{ "active": <|> }', 'true'],
    ['a sign', '# @<|>\nGET /x', '@endpoint'],
    ['two braces', '@host = x\nGET {{<|>}}', 'host'],
  ])('behind %s only where the editor selects nothing at first', (_state, text, label) => {
    expect(openedAt(text, false)).toEqual([]);
    expect(openedAt(text, true)).toContain(label);
  });

  it.each<[state: string, text: string]>([
    ['an empty line', '<|>'],
    ['a whole method', 'POST<|>'],
    ['a whole path', 'POST /_security/api_key<|>'],
    ['a whole path that others go on from', 'GET /repos/o/r/hooks<|>'],
    ['a path that may be any name', 'GET /users<|>'],
    ['a word of a path that goes on', 'GET /repos<|>'],
    ['a whole query parameter', 'PUT /_security/api_key?pretty<|>'],
    ['a number', 'GET /repos/o/r/hooks?per_page=1<|>'],
    ['an equals sign in front of numbers', 'GET /repos/o/r/hooks?per_page=<|>'],
    ['a whole header name', 'POST /_security/api_key\nAccept<|>'],
    ['a whole header value', 'POST /_security/api_key\nContent-Type: application/json<|>'],
    ['an indented header line', 'POST /_security/api_key\n  <|>'],
    ['a brace', key('{<|>}')],
    ['a bracket', 'POST /repos/o/r/hooks\n\n{ "events": [<|>] }'],
    ['a comma', key('{ "name": "x",<|> }')],
    ['a closed key', key('{ "name"<|> }')],
    ['a closed text', key('{ "name": "x"<|> }')],
    ['an empty text', key('{ "name": ""<|> }')],
    ['some text', key('{ "name": "m<|>" }')],
    ['a whole flag', 'POST /repos/o/r/hooks\n\n{ "active": true<|> }'],
    ['a flag and a comma', 'POST /repos/o/r/hooks\n\n{ "active": true,<|> }'],
    ['a name that the person gives', key('{ "role_descriptors": { "r<|>" } }')],
    ['a URL', 'POST /repos/o/r/hooks\n\n{ "config": { "url": "https://<|>" } }'],
    ['a comment', '# <|>\nGET /x'],
    ['a title', '### <|>\nGET /x'],
  ])('never behind %s', (_state, text) => {
    expect(openedAt(text, false)).toEqual([]);
    expect(openedAt(text, true)).toEqual([]);
  });
});

describe('Enter makes a new line', () => {
  const folder = join(import.meta.dirname, '../../../examples');
  // `broken.http` ends a path in the middle of a documented word on purpose.
  const files = readdirSync(folder).filter((name) => name.endsWith('.http') && name !== 'broken.http');

  it.each(files)(`behind every line of %s, typed from its start, however slow the responses are ${sampled}`, (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const eaten: string[] = [];
    for (const { index: end } of text.matchAll(/\n/g)) {
      const start = text.lastIndexOf('\n', end - 1) + 1;
      for (let at = start; at <= end; at++) {
        if (!isSampled(at)) continue;
        const item = takenAtEnd(text, at, end);
        if (item !== undefined) eaten.push(`${text.slice(start, at)}<|>${text.slice(at, end)}: ${item}`);
      }
    }
    expect(eaten).toEqual([]);
  });
});

/** Returns what Enter at `end` would take of a list that has opened at `at` and is only filtered since, as an editor does it. */
function takenAtEnd(text: string, at: number, end: number): string | undefined {
  const { file, block, offset } = openMarked(`${text.slice(text.lastIndexOf('\n###', at) + 1, at)}<|>`);
  const { items, isIncomplete } = engine.complete(file, block, offset, options, { opensUnselected: false });
  // Methods are asked for with each key, and left by a blank.
  if (isIncomplete && /^[A-Z]*$/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at))) return undefined;
  const rest = text.slice(at, end);
  return items.find(({ edit, filterText }) => isSubsequence(textFrom(file, block, edit.span.start) + rest, filterText))
    ?.label;
}

function textFrom(file: RequestFile, block: number, offset: number): string {
  return (file.blocks.at(block)?.text ?? '').slice(offset);
}
