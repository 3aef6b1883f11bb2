import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { IGrammar } from 'vscode-textmate';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import {
  constructs,
  type BasicKind,
  type Construct,
  type OtherKind,
} from '../../packages/request-file/src/syntax/constructs';
import type { Block } from '../../packages/request-file/src/syntax/model';
import { exampleFile, lineOf } from '../../tools/docs/constructs.mjs';
import { coloured, loadGrammars, root } from './textmate';

// Each row of the table of constructs is split, read, coloured, offered and documented as it says.

const engine = createEngine();
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };
let grammar: IGrammar;

beforeAll(async () => {
  grammar = (await loadGrammars()).http;
});

/** Where the parts of a block are that readers of their own read. */
const own: Readonly<Record<BasicKind | 'assert' | 'fragment' | 'file', (block: Block) => unknown>> = {
  separator: ({ title }) => title,
  comment: ({ comments }) => comments[0],
  'block-comment': ({ comments }) => comments[2],
  definition: ({ variables }) => variables[0],
  request: ({ request }) => request?.method,
  curl: ({ otherRequest }) => otherRequest?.curl,
  response: ({ response }) => response,
  assert: ({ asserts }) => asserts[0],
  // Those of a request without a GraphQL document are nowhere, but no part of it either.
  fragment: ({ request }) => request?.method?.text === 'POST',
  file: ({ request }) => request?.body?.kind === 'file',
};

function isRead({ kind }: Construct, block: Block): boolean {
  if (kind in own) return Boolean(own[kind as keyof typeof own](block));
  return block.unsupported.some((one) => one.kind === (kind as OtherKind));
}

const page = readFileSync(join(root, 'docs/request-files.md'), 'utf8');

describe.each(
  constructs.map((construct) => [`${construct.kind}: ${construct.example.split('\n', 1)[0]}`, construct] as const),
)('%s', (_, construct) => {
  const { where, example, ends, colour, does, lacks, from } = construct;
  const file = engine.openFile(exampleFile(construct));
  const line = where[0] === 'behind' || where[0] === 'body' ? 2 : where[0] === 'head' ? 1 : 0;

  it('is one block with its request', () => {
    expect([...file.blocks]).toHaveLength(1);
  });

  it.each(where)('is read %s', (place) => {
    const there = engine.openFile(exampleFile({ example, where: [place] }));
    expect([...there.blocks]).toHaveLength(1);
    const block = engine.parse(there, 0);
    expect([isRead(construct, block), block.problems]).toEqual([true, []]);
  });

  it('has all starts, and begins and ends as it says', () => {
    expect(construct.starts.length === 0 || construct.starts.some((start) => example.startsWith(start))).toBe(true);
    const [first = '', ...others] = example.split('\n');
    expect(construct.begins.test(first)).toBe(true);
    if (ends) expect(others.length > 0 ? ends.line.test(others.at(-1) ?? '') : ends.firstLine?.test(first)).toBe(true);
  });

  it('is coloured', () => {
    const lines = coloured(exampleFile(construct), grammar);
    expect(lines[line]?.[0]?.scopes).toContain(colour[0]);
    if (colour[1]?.startsWith('#') === false) expect(lines[line]?.flatMap(({ scopes }) => scopes)).toContain(colour[1]);
    // The request below does not belong to it.
    if (line === 0 && where[0] !== 'request') expect(lines.at(-2)?.[0]?.scopes.at(-1)).toBe('keyword.control.method');
  });

  it('is offered with what it does, unless it is not carried out', () => {
    const text = exampleFile(construct).replace(example, '');
    const offset = text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    const { items } = engine.complete(engine.openFile(text), 0, offset, options);
    const offer = items.find(({ detail }) => detail === does);
    expect(offer !== undefined).toBe(lacks === undefined && where[0] !== 'request');
    if (offer === undefined) return;
    const accepted = offer.edit.newText.replace(/\$\{1:((?:[^}\\]|\\.)*)\}/, '$1').replace(/\\([\\$}])/g, '$1');
    expect(accepted).toBe(example);
  });

  it('is on the pages', () => {
    expect(page).toContain(`| ${lineOf(construct)} `);
    expect(page).toContain(lacks === undefined ? does : `does not ${lacks.does} ${lacks.what}`);
    for (const [tool, written] of Object.entries(from))
      expect(readFileSync(join(root, `docs/coming-from/${tool}.md`), 'utf8')).toContain(written);
  });
});
