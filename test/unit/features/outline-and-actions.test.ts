import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/create-engine';
import type { Engine } from '../../../packages/engine/src/model';
import { codeActionsFor } from '../../../packages/language/src/actions/code-actions';
import type { FixableFinding } from '../../../packages/checker/src/rules/rule';
import { endpoints, testEngine } from './check-feature';
import { shop } from './shop';

const engine = testEngine();
const options = { context: endpoints, severities: {} };
const dirty = [
  '# A file',
  '# of two requests.',
  '@token = hunter2',
  '',
  '### List',
  '# @name list',
  'GET /repos/o/r/hooks',
  '',
  '### Create',
  'POST /repos/o/r/hooks',
  '',
  '{',
  '  "config": {',
  '    "url": "https://x.example/"',
  '  }',
  '}',
  '',
].join('\n');

function symbolsOfFile(text: string) {
  const file = engine.openFile(text);
  return [...file.blocks].flatMap((_block, index) => engine.symbols(file, index));
}

/** Returns how often the outline of a block reads its text. */
function readsOf(keeping: Engine, file: ReturnType<Engine['openFile']>, index: number): number {
  const block = file.blocks.at(index);
  if (block === undefined) throw new Error(`There is no block ${String(index)}.`);
  const { text } = block;
  let reads = 0;
  Object.defineProperty(block, 'text', {
    get: () => {
      reads++;
      return text;
    },
  });
  expect(keeping.symbols(file, index, options.context)).toHaveLength(1);
  expect(keeping.folding(file, index)).toHaveLength(2);
  return reads;
}

it('outlines are made with the check where an editor shows a file that it opens, and elsewhere when someone asks', () => {
  const keeping = createEngine({ keepsOutlines: true });
  const request = '### One\nPOST /repos/o/r/hooks\n\n{\n}\n\n';
  const empty = '###\n'.repeat(1_600);
  const file = keeping.openFile(`${request}${empty}${request}${empty}${request}`);
  keeping.check(file, options);
  expect([0, 1_601].map((index) => readsOf(keeping, file, index))).toEqual([0, 0]);
  expect(readsOf(keeping, file, 3_202)).toBeGreaterThan(0);
});

describe('symbols', () => {
  it('are the variables and requests, named by directive, title or request line', () => {
    const names = symbolsOfFile(dirty).map(({ name, detail, kind }) => [kind, name, detail]);
    expect(names).toEqual([
      ['variable', '@token', ''],
      ['request', 'list', 'GET /repos/o/r/hooks'],
      ['request', 'Create', 'POST /repos/o/r/hooks'],
    ]);
    expect(symbolsOfFile('GET /x/y/z')[0]).toMatchObject({ name: 'GET /x/y/z', detail: '' });
  });

  it('show the title of the operation of a request without a name', () => {
    expect(symbolsOfFile('GET /repos/o/r/hooks')[0]?.detail).toBe('List repository webhooks');
    expect(symbolsOfFile('GET /repos/o/r/hoks')[0]?.detail).toBe('');
    const file = engine.openFile('POST /orders\n\n###\n@host = http://127.0.0.1:8080/v1\nGET {{host}}/orders/1\n');
    const details = [...file.blocks].flatMap((_, index) =>
      engine.symbols(file, index, shop).map(({ detail }) => detail),
    );
    expect(details).toEqual(['Create an order', '', 'Get an order']);
  });

  it('do not show values', () => {
    expect(JSON.stringify(symbolsOfFile(dirty))).not.toContain('hunter2');
  });

  it('hold their selection', () => {
    for (const { span, selectionSpan } of symbolsOfFile(dirty)) {
      expect(selectionSpan.start).toBeGreaterThanOrEqual(span.start);
      expect(selectionSpan.end).toBeLessThanOrEqual(span.end);
    }
  });

  it.each(['', '\n\n', '###', '# only a comment'])('are none in %j', (text) => {
    expect(symbolsOfFile(text)).toEqual([]);
  });
});

describe('folding', () => {
  it('covers requests, comments and the objects of bodies', () => {
    const file = engine.openFile(dirty);
    const folds = [...file.blocks].flatMap((block, index) =>
      engine
        .folding(file, index)
        .map(({ kind, span }) => [kind, block.text.slice(span.start, span.end).split('\n').length]),
    );
    expect(folds).toContainEqual(['comment', 2]);
    expect(folds).toContainEqual(['region', 7]);
    expect(folds).toContainEqual(['body', 5]);
    expect(folds).toContainEqual(['body', 3]);
  });

  it('leaves out what is on one line', () => {
    const file = engine.openFile('GET /x');
    expect(engine.folding(file, 0)).toEqual([]);
  });
});

describe('code actions', () => {
  const finding = (start: number, end: number, isSafe: boolean): FixableFinding => ({
    rule: 'a-rule',
    severity: 'error',
    message: 'Wrong.',
    span: { start, end },
    provenance: { kind: 'syntax' },
    fixes: () => [{ title: 'Repair', edits: [], isSafe }],
  });

  it('are the fixes of the findings in the span, of which only a safe one is preferred', () => {
    const actions = codeActionsFor([finding(0, 4, true), finding(2, 6, false), finding(9, 12, true)], {
      start: 3,
      end: 3,
    });
    expect(actions.map(({ findingSpan, isPreferred }) => [findingSpan.start, isPreferred])).toEqual([
      [0, true],
      [2, false],
    ]);
  });

  it('come from the real rules', () => {
    const file = engine.openFile('POST /repos/o/r/hooks\n\n{ "confg": { "url": "https://x.example/" } }\n');
    const at = file.blocks.at(0)!.text.indexOf('confg');
    const titles = engine.codeActions(file, 0, { start: at, end: at }, options).map(({ title }) => title);
    expect(titles.join()).toContain('config');
  });

  it('are none without findings or fixes', () => {
    expect(codeActionsFor([], { start: 0, end: 9 })).toEqual([]);
    const { fixes: _fixes, ...bare } = finding(0, 4, true);
    expect(codeActionsFor([bare], { start: 0, end: 4 })).toEqual([]);
  });
});

describe('a JSON file', () => {
  const association = { method: 'POST', target: '/_security/api_key', at: '/role_descriptors/*' };
  const labels = (text: string, at = association): readonly string[] => {
    const offset = text.indexOf('<|>');
    const file = engine.openBody(text.replace('<|>', ''), at);
    return engine.complete(file, 0, offset, options).items.map(({ label }) => label);
  };

  it('is completed as the part of the body that it is', () => {
    expect(labels('{ <|> }')).toContain('cluster');
    expect(labels('{ "indices": [ { <|> } ] }')).toContain('names');
    expect(labels('{ <|> }', { ...association, at: '' })).toContain('role_descriptors');
    expect(labels('<|>', { ...association, at: '' })).toContain('{ … }');
  });

  it('is described as that part', () => {
    const file = engine.openBody('{ "cluster": ["all"] }', association);
    const hover = engine.hover(file, 0, 5, options);
    expect(hover?.markdown).toContain('`cluster`');
    expect(hover?.markdown).toContain('Role descriptor');
    expect(engine.symbols(file, 0)).toEqual([]);
  });

  it('is left alone where nothing is documented', () => {
    expect(labels('{ <|> }', { ...association, target: '/what' })).toEqual([]);
    expect(labels('{ <|> }', { ...association, at: '/nothing/here' })).toEqual([]);
  });
});
