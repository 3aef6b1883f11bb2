import { describe, expect, it } from 'vitest';
import { createEngine, type CheckOptions } from '../../../packages/engine/src/index';
import { queryLanguages } from '../../../packages/queries/src/index';
import { loadPublished } from '../binding/published';

const engine = createEngine({ loadQueries: () => queryLanguages });
const options: CheckOptions = { context: { endpoints: [], defaults: {} }, severities: {} };

/** Opens a request whose body has the query; `|` with brackets, `‸`, is the position. */
function at(query: string) {
  const text = `POST /_query\n\n{ "query": ${JSON.stringify(query)} }\n`;
  const offset = text.indexOf('‸');
  return { file: engine.openFile(text.replace('‸', '')), offset };
}

function labels(query: string): readonly string[] {
  const { file, offset } = at(query);
  return engine.complete(file, 0, offset, options).items.map(({ label }) => label);
}

describe('completion in queries', () => {
  it.each([
    ['‸', ['FROM', 'ROW', 'SHOW'], ['WHERE', 'LIMIT']],
    ['FROM logs | ‸', ['WHERE', 'STATS', 'LIMIT', 'KEEP'], ['FROM', 'ROW']],
    ['FROM logs | WH‸', ['WHERE'], ['FROM']],
    ['ROW a = 1, b = "x" | EVAL c = ‸', ['a', 'b', 'ABS', 'CONCAT'], ['COUNT', 'BUCKET']],
    ['ROW a = 1 | STATS n = ‸', ['a', 'COUNT', 'AVG'], ['BUCKET']],
    ['ROW a = 1 | STATS n = COUNT(*) BY ‸', ['a', 'BUCKET'], ['COUNT']],
    ['ROW a = 1 | STATS n = COUNT(*) | SORT ‸', ['n'], ['a']],
    ['ROW a = 1 | RENAME a AS b | KEEP ‸', ['b'], ['a', 'ABS']],
    ['ROW a = 1 | WHERE a > 1 ‸', ['AND', 'OR', '|'], []],
    ['FROM logs ‸', ['METADATA', '|'], []],
    ['FROM logs METADATA ‸', ['_id', '_index'], []],
    ['ROW a = 1 | EVAL b = a::‸', ['keyword', 'integer'], ['a']],
  ])('%s', (query, offered, others) => {
    const found = labels(query);
    expect(found).toEqual(expect.arrayContaining([...offered]));
    expect(found.filter((label) => (others as readonly string[]).includes(label))).toEqual([]);
  });

  it('offers nothing in a string of the query', () => {
    expect(labels('ROW a = "x‸y"')).toEqual([]);
  });

  it('still offers the members of the body outside of the query', () => {
    const text = 'POST /_query\n\n{ "query": "ROW a = 1",  }\n';
    const items = engine.complete(engine.openFile(text), 0, text.indexOf('  }') + 1, options).items;
    expect(items.map(({ label }) => label)).not.toContain('WHERE');
  });

  it('replaces the word, with the escapes of the string', () => {
    const { file, offset } = at('ROW `a b` = "x" | KEEP ‸');
    const [item] = engine.complete(file, 0, offset, options).items.filter(({ label }) => label === 'a b');
    expect(item?.edit).toEqual({ span: { start: offset, end: offset }, newText: '`a b`' });
  });
});

describe('hover in queries', () => {
  it.each([
    ['FROM logs | LI‸MIT 10', 'LIMIT'],
    ['ROW a = "x" | EVAL n = LEN‸GTH(a)', 'LENGTH(string: text) → integer'],
    ['ROW abc = 1.5 | KEEP a‸bc', 'column of the type `double`'],
  ])('%s', (query, shown) => {
    const { file, offset } = at(query);
    expect(engine.hover(file, 0, offset, options)?.markdown).toContain(shown);
  });
});

describe('what the requests above declare', () => {
  const above =
    'PUT /logs\n\n{ "mappings": { "properties": { "status": { "type": "integer" } } } }\n\n###\nPUT /old\n\n###\nDELETE /old\n\n###\n';
  const open = (text: string) => {
    const file = engine.openFile(above + text.replace('‸', ''));
    const index = file.blocks.size - 1;
    return { file, index, offset: above.length + text.indexOf('‸') - file.blocks.offsetOf(index) };
  };
  const labelsAt = (text: string): readonly string[] => {
    const { file, index, offset } = open(text);
    return engine.complete(file, index, offset, options).items.map(({ label }) => label);
  };

  it.each([
    ['POST /_query\n\n{ "query": "FROM logs | WHERE ‸" }', 'status', true],
    ['POST /_query\n\n{ "query": "FROM books | WHERE ‸" }', 'status', false],
    ['POST /_query\n\n{ "query": "FROM ‸" }', 'logs', true],
    ['POST /_query\n\n{ "query": "FROM ‸" }', 'old', false],
    ['GET /logs/_search?q=sta‸', 'status', true],
    ['GET /books/_search?q=sta‸', 'status', false],
    ['GET /logs/_search\n\n{ "query": { "query_string": { "query": "‸" } } }', 'status', true],
    ['GET /logs/_search\n\n{ "query": { "kql": { "query": "‸" } } }', 'status', true],
  ])('is offered: %j', (text, label, isOffered) => {
    expect(labelsAt(text).includes(label)).toBe(isOffered);
  });

  it.each([
    ['POST /_query\n\n{ "query": "FROM logs | WHERE sta‸tus == 5" }', 'column of the type `integer`'],
    ['GET /logs/_search?q=sta‸tus:5', '`integer`'],
  ])('is shown: %j', (text, shown) => {
    const { file, index, offset } = open(text);
    expect(engine.hover(file, index, offset, options)?.markdown).toContain(shown);
  });
});

it('colours the query in a target, behind escapes', () => {
  const text = 'GET /logs/_search?q=caf%C3%A9:5%20AND%20b\n';
  const file = engine.openFile(text);
  const found = engine
    .semanticTokens(file, 0, options.context)
    .map(({ span, type }) => [text.slice(span.start, span.end), type]);
  expect(found).toEqual(
    expect.arrayContaining([
      ['caf%C3%A9', 'property'],
      ['AND', 'keyword'],
      ['b', 'string'],
    ]),
  );
});

it('colours the words of a query, at their places behind escapes', () => {
  const { file } = at('FROM logs | WHERE host == "a" | LIMIT 5');
  const text = engine.textOf(file);
  const tokens = engine
    .semanticTokens(file, 0, options.context)
    .map(({ span, type }) => [text.slice(span.start, span.end), type]);
  expect(tokens).toEqual(
    expect.arrayContaining([
      ['FROM', 'keyword'],
      ['logs', 'namespace'],
      ['host', 'property'],
      ['==', 'operator'],
      ['\\"a\\"', 'string'],
      ['5', 'number'],
    ]),
  );
});

it('reads queries in three quotation marks of the Console', () => {
  const text = 'POST /_query\n{ "query": """\nFROM logs\n| LIMITT 5\n""" }\n';
  const report = engine.check(engine.openFile(text), options);
  const found = [...report.blocks].flatMap(({ findings }) =>
    findings.map(({ rule, span }) => [rule, text.slice(span.start, span.end)]),
  );
  expect(found).toEqual([['unknown-query-name', 'LIMITT']]);
});

it('judges nothing of a query behind a variable of the file', () => {
  const text = 'POST /_query\n\n{ "query": "FROM {{index}} | LIMITT 5" }\n';
  const found = [...engine.check(engine.openFile(text), options).blocks].flatMap(({ findings }) => findings);
  expect(found.filter(({ rule }) => rule.includes('query'))).toEqual([]);
});

it('judges an edited query anew, also where its index stays the same', () => {
  const text = 'POST /_query\n\n{ "query": "FROM logs | WHERE LENGHT(a) > 1 | LIMITT 5" }\n';
  const messages = (file: ReturnType<typeof engine.openFile>) =>
    [...engine.check(file, options).blocks].flatMap(({ findings }) =>
      findings.map(({ message }) => message.slice(0, 32)),
    );
  const file = engine.openFile(text);
  expect(messages(file)).toHaveLength(2);
  const column = text.split('\n')[2]?.indexOf('LENGHT') ?? 0;
  const edit = { start: { line: 2, character: column }, end: { line: 2, character: column + 6 }, newText: 'LENGTH' };
  expect(messages(engine.editFile(file, [edit]))).toEqual(['ES|QL has no command `LIMITT`; d']);
  expect(engine.textOf(engine.fixAll(file, options, { isUnsafe: true }).file)).toContain(
    'FROM logs | WHERE LENGTH(a) > 1 | LIMIT 5',
  );
});

it('offers the columns where the endpoint can be asked for its names, and the published descriptions are there', () => {
  const whole = createEngine({ loadQueries: () => queryLanguages, loadDescription: loadPublished });
  const endpoint = { name: 'near', service: 'search-cluster', baseUrl: 'http://127.0.0.1:9200' } as const;
  const asked: string[] = [];
  const context: CheckOptions['context'] = {
    ...{ endpoints: [endpoint], defaults: { 'search-cluster': 'near' } },
    liveNames: {
      of: (_, { request }) => {
        asked.push(request.path);
        return undefined;
      },
    },
  };
  const text = 'POST /_query\n{ "query": "FROM logs | WHERE " }\n';
  const found = whole.complete(whole.openFile(text), 0, text.indexOf('" }'), { context, severities: {} }).items;
  expect(found.map(({ label }) => label)).toContain('NOT');
  expect(asked).toContain('/logs/_mapping');
});
