import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/edit';
import { queryLanguages } from '../../../packages/queries/src/index';

const engine = createEngine({ loadQueries: () => queryLanguages });
const { context }: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

function formatted(text: string): string {
  const file = engine.openFile(text);
  const [block] = engine.format(file, { tabSize: 2, insertSpaces: true }, context);
  if (block === undefined) return text;
  expect(applyEdits(text, block.edits)).toBe(block.text);
  return block.text;
}

describe('formatting of queries in bodies', () => {
  it('writes each command on a line of its own, indented with the body', () => {
    const text = 'POST /_query\n{\n"query": """FROM logs |\n  WHERE status == 500 | LIMIT   10\n  """\n}\n';
    const wanted =
      'POST /_query\n{\n  "query": """\n    FROM logs\n    | WHERE status == 500\n    | LIMIT 10\n  """\n}\n';
    expect(formatted(text)).toBe(wanted);
    expect(formatted(wanted)).toBe(wanted);
    expect(formatted(wanted.replace(/^ +/gm, ''))).toBe(wanted);
  });

  it.each([
    'POST /_query\n{\n  "query": "FROM logs | LIMIT 10"\n}\n',
    'POST /_query\n{\n  "query": """FROM logs | LIMIT 10"""\n}\n',
    'POST /_query\n{\n  "query": """\nFROM logs\n  | WHERE a = 5\n"""\n}\n',
    '# rulebook-format-ignore\nPOST /_query\n{\n  "query": """FROM logs |\n LIMIT 1"""\n}\n',
    'PUT /notes/_doc/1\n{\n  "query": """FROM logs |\n LIMIT 1"""\n}\n',
  ])('leaves %j', (text) => {
    expect(formatted(text)).toBe(text);
  });

  it('keeps variables, comments and line ends', () => {
    const text = 'POST /_query\r\n{\r\n  "query": """\r\nFROM {{index}} // all\r\n| LIMIT {{n}}\r\n"""\r\n}\r\n';
    expect(formatted(text)).toBe(
      'POST /_query\r\n{\r\n  "query": """\r\n    FROM {{index}} // all\r\n    | LIMIT {{n}}\r\n  """\r\n}\r\n',
    );
  });

  it('lays out only what is in the part', () => {
    const text = 'POST /_query\n{\n  "query": """FROM logs |\n LIMIT 1"""\n}\n';
    const file = engine.openFile(text);
    const part = { start: { block: 0, offset: 0 }, end: { block: 0, offset: 14 } };
    expect(engine.format(file, { tabSize: 2, insertSpaces: true }, context, part)).toEqual([]);
  });
});

describe('a query written in another form', () => {
  const converted = (text: string) => {
    const file = engine.openFile(text.replace('‸', ''));
    const start = text.indexOf('‸');
    const found = engine.conversions(file, 0, { start, end: start }, context, new Set());
    const [one] = found.filter(({ title }) => title.startsWith('Write the query'));
    return (
      one && {
        title: one.title,
        disabled: one.disabled,
        text: applyEdits(engine.textOf(file), one.edits[0]?.edits ?? []),
      }
    );
  };

  it('goes over several lines, and back', () => {
    const line = 'POST /_query\n\n{\n  "query": "FROM logs | WHERE host == \\"a\\" | LIMIT {{n}}"\n}\n';
    const lines =
      'POST /_query\n\n{\n  "query": """\n    FROM logs\n    | WHERE host == "a"\n    | LIMIT {{n}}\n  """\n}\n';
    expect(converted(line.replace('logs', 'lo‸gs'))).toMatchObject({
      title: 'Write the query over several lines',
      text: lines,
    });
    expect(converted(lines.replace('logs', 'lo‸gs'))).toMatchObject({
      title: 'Write the query on one line',
      text: line,
    });
  });

  it.each([
    ['POST /_query\n\n{ "query": "FROM lo‸gs | WHERE a = 1" }\n', 'has a mistake'],
    ['POST /_query\n\n{ "query": "ROW a‸ = \\"\\"\\"x\\"\\"\\"" }\n', 'would end the string'],
    ['POST /_query\n\n{ "query": """\nFROM lo‸gs // all\n| LIMIT 1\n""" }\n', 'need their lines'],
  ])('says why not: %j', (text, reason) => {
    expect(converted(text)?.disabled).toContain(reason);
  });

  it.each([
    'GET /logs/_search\n\n{ "query": { "query_string": { "query": "a‸" } } }\n',
    'POST /_query\n\n{ "que‸ry": "ROW a = 1" }\n',
  ])('is not offered: %j', (text) => {
    expect(converted(text)).toBeUndefined();
  });
});

describe('names of columns', () => {
  const nameAt = (text: string) => {
    const file = engine.openFile(text.replace('‸', ''));
    return engine.queryName(file, 0, text.indexOf('‸'), context);
  };
  const text = 'POST /_query\n\n{ "query": "FROM logs | EVAL x = \\"a\\" | WHERE ‸x == \\"b\\" | KEEP x" }\n';

  it('are at their places behind escapes', () => {
    const plain = text.replace('‸', '');
    const found = nameAt(text);
    expect(found?.places.map(({ span, isDefinition }) => [plain.slice(span.start, span.end), isDefinition])).toEqual([
      ['x', true],
      ['x', false],
      ['x', false],
    ]);
    const renamed = found?.rename('a b');
    expect(renamed && 'edits' in renamed && applyEdits(plain, renamed.edits)).toContain(
      'EVAL `a b` = \\"a\\" | WHERE `a b` == \\"b\\" | KEEP `a b`',
    );
  });

  it('stay where a variable may name them', () => {
    const found = nameAt(text.replace('KEEP x', 'KEEP x | {{more}}'));
    expect(found?.rename('y')).toMatchObject({ refused: expect.stringContaining('variable') as unknown });
  });
});

it('shows the form of the function around the cursor', () => {
  const text = 'POST /_query\n\n{ "query": "ROW a = ROUND(1.5, ‸" }\n';
  const found = engine.signature(engine.openFile(text.replace('‸', '')), 0, text.indexOf('‸'), context);
  expect(found?.label).toContain('ROUND(number: number, [decimals: integer])');
  expect(found?.active).toBe(1);
  expect(found?.parameters.map(({ span }) => found.label.slice(span.start, span.end))).toEqual([
    'number: number',
    '[decimals: integer]',
  ]);
});
