import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../packages/services/src/registry';
import { linePathsOf } from '../../../packages/catalogue/src/line-paths';
import { splitBlocks } from '../../../packages/request-file/src/syntax/split-blocks';
import { parseBlock as parse } from '../../../packages/request-file/src/syntax/parse-block';
import { triesOf } from '../../sample';

const takesLines = linePathsOf(catalogue.services);
const parseBlock = (text: string) => parse(text, undefined, takesLines);

describe('parseBlock', () => {
  it('reads title, directives, definitions, head and a classic body', () => {
    const text =
      '### Make a key\n# @name make\n// @endpoint prod\n@who = me\nPOST https://h:1/_security/api_key\n  ?refresh=true\n  &pretty HTTP/1.1\nAuthorization: ApiKey {{key}}\n\n{"name": "{{who}}"}\n';
    const block = parseBlock(text);
    expect(block.title?.text).toBe('Make a key');
    expect(block.directives.map((directive) => [directive.name.text, directive.value?.text])).toEqual([
      ['name', 'make'],
      ['endpoint', 'prod'],
    ]);
    expect(block.variables.map((variable) => [variable.name.text, variable.value.text])).toEqual([['who', 'me']]);
    expect(block.request?.method?.text).toBe('POST');
    expect(block.request?.target.origin?.text).toBe('https://h:1');
    expect(block.request?.target.segments.map((segment) => segment.text)).toEqual(['_security', 'api_key']);
    expect(block.request?.target.query.map((parameter) => parameter.name.text)[0]).toBe('refresh');
    expect(block.request?.headers.map((header) => header.value.text)).toEqual(['ApiKey {{key}}']);
    expect(block.request?.form).toBe('classic');
    expect(block.placeholders.map((placeholder) => placeholder.name)).toEqual(['key', 'who']);
    expect(block.problems).toEqual([]);
  });

  it('reads a console body, comments and triple quotes', () => {
    const block = parseBlock('PUT /_x\n{\n  # one\n  "a": """x "y" {{no}}\n""", // two\n  "b": {{text}}\n}\n');
    const body = block.request?.body;
    expect(block.request?.form).toBe('console');
    expect(body?.kind === 'json' && body.problems).toEqual([]);
    expect(body?.kind === 'json' && body.isRelaxed).toBe(true);
    expect(body?.kind === 'json' && body.values[0]?.children?.length).toBe(2);
  });

  it('reads what a string between three quotes holds', () => {
    const body = parseBlock('PUT /_x\n{ "a": """{ "b": 1 }""", "c": """""", "d": """open').request?.body;
    const members = body?.kind === 'json' ? (body.values[0]?.children ?? []) : [];
    expect(members.map(({ children }) => children?.[1]?.value)).toEqual(['{ "b": 1 }', '', 'open']);
  });

  it('reads underscores in place of placeholders', () => {
    const text = 'PUT /x\n\n{"{{a}}": "x{{b}}y", "c": {{d}}}';
    const body = parseBlock(text).request?.body;
    const members = body?.kind === 'json' ? (body.values[0]?.children ?? []) : [];
    expect(members.map(({ children }) => children?.map(({ value }): unknown => value))).toEqual([
      ['_____', 'x_____y'],
      ['c', '___'],
    ]);
    expect(body?.kind === 'json' && body.problems).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a header without a colon', 'GET /x\nContent-Type application/json\n', 'malformed-header'],
    ['a method alone', 'GET\n', 'malformed-request-line'],
    ['a definition at the start of the body', 'POST /x\n\n@a = 1\nmore\n', 'stray-line'],
    ['a script that is not closed', '< {%\nGET /x\n', 'stray-line'],
    ['a fragment that is not closed', 'fragment X on Y {\nGET /x\n', 'stray-line'],
    ['a definition and a request in place of the body', 'GET /x\nAccept: */*\n\n@a = 1\nPOST /y\n', 'stray-line'],
    ['JSON without a request line', '{ "a": 1 }\n', 'malformed-request-line'],
    ['JSON over lines without a request line', '# one\n{\n  "a": 1,\n  "b": []\n}\n', 'malformed-request-line'],
    ['a list without a request line', '[1, 2]\n', 'malformed-request-line'],
    ['a member without a request line', '"a": 1\n', 'malformed-request-line'],
    ['a bracket without a request line', '}\n', 'malformed-request-line'],
  ])('reports %s', (_name, text, code) => {
    expect(parseBlock(text).problems.map((problem) => problem.code)).toEqual([code]);
  });

  it.each([
    'POST /x\nContent-Type: text/plain\n\n@a = 1\n',
    'POST /x\n\nhello\n@a = 1\n',
    'POST /x\n\n@a = 1\n@b = 2\n',
    'POST /x\n\n@a text\n',
    '@a = 1\n\nGET /x\n',
    'POST /x\n{ "a": 1 }\n\n> {% x %}\n@a = 1\n',
  ])('leaves %j', (text) => {
    expect(parseBlock(text).problems).toEqual([]);
  });

  it('reads definitions behind a request without a body, up to the end of the block', () => {
    const block = parseBlock('GET /x\n\n@a = 1\n# @name later\n\n  @b=2\n');
    expect(block.variables.map(({ name, value }) => [name.text, value.text])).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(block.request?.body).toBeUndefined();
    expect(block.directives.map(({ value }) => value?.text)).toEqual(['later']);
    expect(block.problems).toEqual([]);
  });

  it.each(['GET /x\n\n@a = 1\nmore\n', 'DELETE /x\n\n@a\n'])('reads %j as a body', (text) => {
    expect(parseBlock(text).request?.body?.kind).toBe('text');
    expect(parseBlock(text).variables).toEqual([]);
  });

  it('skips the options of the definition of a gRPC service', () => {
    const { request, unsupported, problems } = parseBlock('proto < a.proto\nkeepCase: true\nlongs: String\n\n');
    expect([request, problems]).toEqual([undefined, []]);
    expect(unsupported.map(({ kind }) => kind)).toEqual(['service-definition']);
  });

  it('takes the fragments in front of a request into its GraphQL document', () => {
    const text =
      'fragment X on Y {\n  code\n}\nfragment Z on Y { name }\n\nPOST http://h/\nX-Request-Type: GraphQL\n\nquery Q { a { ...X ...Z } }\n';
    const { request, problems, unsupported } = parseBlock(text);
    const body = request?.body;
    expect(body).toMatchObject({ kind: 'graphql', operation: { text: 'Q' } });
    const fragments = body?.kind === 'graphql' ? (body.fragments ?? []) : [];
    expect(fragments.map(({ start, end }) => text.slice(start, end))).toEqual([
      'fragment X on Y {\n  code\n}',
      'fragment Z on Y { name }',
    ]);
    expect([...problems, ...unsupported]).toEqual([]);
  });

  it.each(['{{index}}/_search\n', '{index}/_search\n', '[::1]:9200/_search\n', '[fe80::1]/\n'])(
    'reads %s as a request line',
    (text) => {
      expect(parseBlock(text).problems).toEqual([]);
    },
  );

  it.each<[name: string, lines: string, fields: readonly (readonly [string, string])[], body: string | undefined]>([
    ['a variable', '{{n}}: {{v}}', [['{{n}}', '{{v}}']], undefined],
    ['a variable with blanks', '{{ n }}: v', [['{{ n }}', 'v']], undefined],
    [
      'a variable and a word',
      '{{n}}-Id: a:b\nX-A: 1',
      [
        ['{{n}}-Id', 'a:b'],
        ['X-A', '1'],
      ],
      undefined,
    ],
    [
      'a variable and a text behind it',
      '{{n}}: v\nContent-Type: text/plain\n\nhello\nGET /y',
      [
        ['{{n}}', 'v'],
        ['Content-Type', 'text/plain'],
      ],
      'text',
    ],
    ['a variable alone directly below, whose value is a field', '{{body}}', [], undefined],
    ['a variable alone and JSON', '{{me}}\n{ "a": 1 }', [], 'json'],
    [
      'a variable alone and a text',
      '{{me}}\nContent-Type: text/plain\n\nhello\nGET /y',
      [['Content-Type', 'text/plain']],
      'text',
    ],
    ['a body behind a blank line', '\n{{body}}: {{v}}', [], 'json'],
    ['a text with a key that is a variable', '{ {{a}}: 1 }', [], 'json'],
  ])('reads a field whose name is %s', (_name, lines, fields, body) => {
    const text = `POST /x\n${lines}\n`;
    expect(splitBlocks(text).length).toBe(1);
    const { request } = parseBlock(text);
    expect(request?.headers.map(({ name, value }) => [name.text, value.text])).toEqual(fields);
    expect(request?.body?.kind).toBe(body);
  });

  it.each<[string, string]>([
    ['a trailing comma', '{"a":1,}'],
    ['a missing comma', '{"a":1 "b":2}'],
    ['a cut body', '{"a":'],
    ['an unclosed string', '{"a":"x\n}'],
    ['deep nesting', '['.repeat(100_000)],
  ])('reports %s and goes on', (_name, source) => {
    const body = parseBlock(`PUT /x\n\n${source}\n`).request?.body;
    expect(body?.kind === 'json' && body.problems.length).toBeGreaterThan(0);
    expect(body?.kind === 'json' && body.problems.every(({ span }) => span.start < span.end)).toBe(true);
  });

  it('reads the lines of a bulk request without a leading slash', () => {
    const body = parseBlock('POST _bulk\n{"index":{"_index":"i"}}\n{"a":1}\n').request?.body;
    expect(body).toMatchObject({ kind: 'json', isLines: true, problems: [] });
  });

  it('reads newline-delimited JSON line by line', () => {
    const body = parseBlock('POST /i/_bulk\n{"index":{}}\n{"a":1}\n').request?.body;
    expect(body?.kind === 'json' && body.values.map((value) => value.offset)).toEqual([14, 27]);
  });

  it('reads a file body, an assert and a recorded response', () => {
    const block = parseBlock('PUT /x\n\n<@ ./role.json\n\n?? status == 201\n\nHTTP/1.1 201 Created\nX: y\n\n{"a":1}\n');
    const body = block.request?.body;
    expect(body?.kind === 'file' && [body.path.text, body.fillsVariables]).toEqual(['./role.json', true]);
    expect(block.asserts.map(({ assert }) => assert.text)).toEqual(['status == 201']);
    expect(block.response?.status.text).toBe('201');
    expect(block.response?.body?.kind).toBe('json');
  });

  it('places the rules of a suppression on the next line', () => {
    const text = '# rulebook-ignore unknown-field, wrong-type\n# more\nGET /x\n';
    const [suppression] = parseBlock(text).suppressions;
    expect(suppression?.rules.map((rule) => rule.text)).toEqual(['unknown-field', 'wrong-type']);
    expect(text.slice(suppression?.target.start, suppression?.target.end)).toBe('GET /x');
  });

  it('never fails, and keeps every span inside the text', () => {
    const noise = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            'GET ',
            '{',
            '"',
            '\n',
            '###',
            '{{',
            '}}',
            ':',
            '<',
            '?? ',
            '"""',
            '#',
            '@',
            '&',
            '/',
            '/*',
            '*/',
          ),
          {
            maxLength: 40,
          },
        )
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(noise, (text) => {
        const block = parseBlock(text);
        const spans = [...block.problems, ...block.placeholders, ...block.directives].map((item) => item.span);
        if (block.request)
          spans.push(block.request.span, block.request.lineSpan, ...block.request.headers.map((header) => header.span));
        for (const { start, end } of spans) expect(start >= 0 && start <= end && end <= text.length).toBe(true);
      }),
      { numRuns: triesOf(3000) },
    );
  });
});

describe('a script of another tool', () => {
  it.each<[string, string]>([
    ['in brackets and percent signs', '< {%\n  request.variables.set("a", {{b}});\n%}\n'],
    ['on one line', '< {% client.log("a") %}\n'],
    ['in a file', '< ./before.js\n'],
    ['between double braces', '{{\n  exports.a = 1;\n}}\n'],
    ['for every request', '{{+\n  exports.a = 1;\n}}\n'],
    ['that is imported or run', 'import ./other.http\nrun #other (@a=1)\n'],
  ])('is put aside when it is before the request %s', (_name, script) => {
    const { request, placeholders, problems } = parseBlock(`### t\n${script}PUT /x\n\n{ "a": 1 }\n`);
    expect([request?.method?.text, request?.body?.kind, placeholders, problems]).toEqual(['PUT', 'json', [], []]);
  });

  it('is not a body', () => {
    const block = parseBlock('GET /x\nAccept: a\n\n{{\n  console.log(response);\n}}\n?? status == 200\n');
    expect([block.request?.body, block.request?.form, block.problems]).toEqual([undefined, 'classic', []]);
    expect(block.asserts.map(({ assert }) => assert.text)).toEqual(['status == 200']);
  });
});

describe('a variable in a body', () => {
  it.each([
    '{ {{members}} }',
    '{ "a": 1, {{members}} }',
    '{ "a": 1 {{members}} }',
    '{ {{members}}, "a": 1 }',
    '{ "a": [1, {{items}}] }',
    '{ "a": {{b}}{{c}} }',
  ])('may stand for anything in %s', (source) => {
    expect(parseBlock(`PUT /x\n\n${source}\n`).request?.body).toMatchObject({ kind: 'json', problems: [] });
  });

  it('does not excuse what is missing elsewhere', () => {
    const body = parseBlock('PUT /x\n\n{ "a": {{b}} "c" 1 }\n').request?.body;
    expect(body?.kind === 'json' && body.problems.length).toBeGreaterThan(0);
  });
});

describe('a comment over several lines', () => {
  const text =
    '/* Old:\n# @name x\nGET /old/{{a}}\n*/\nGET /new\n/* Accept: a */\nAccept: b\n\n/* no body */\n{ "a": 1 }\n/* the end */\n';

  it('does not belong to the request', () => {
    const { request, directives, placeholders, problems } = parseBlock(text);
    expect(request?.target.path.text).toBe('/new');
    expect(request?.headers.map(({ value }) => value.text)).toEqual(['b']);
    expect(request?.body).toMatchObject({ kind: 'json', problems: [] });
    expect([directives, placeholders, problems]).toEqual([[], [], []]);
  });

  it('is none when something is behind it on its last line', () => {
    expect(parseBlock('/* a */ GET /a\n').comments).toEqual([]);
  });
});
