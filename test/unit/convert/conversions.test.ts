import { describe, expect, it } from 'vitest';
import { createEngine, type Conversion, type Engine } from '../../../packages/engine/src/index';
import { applyEdits } from '../../../packages/text/src/edit';
import { randomNumbers } from '../../lsp/edits/random';
import { sentBy } from '../format/formatted';
import { isSampled, sampled } from '../../sample';

// Conversions need no rules, and the sweep asks for many.
const engine = createEngine({ rules: [] });
const context = { endpoints: [], defaults: {} };

function conversionsIn(text: string, offset: number, taken: readonly string[] = []): readonly Conversion[] {
  return conversionsAt(engine.openFile(text), offset, taken);
}

function conversionsAt(
  file: ReturnType<Engine['openFile']>,
  offset: number,
  taken: readonly string[] = [],
): readonly Conversion[] {
  let index = 0;
  while (index < file.blocks.size - 1 && file.blocks.offsetOf(index + 1) <= offset) index++;
  const at = offset - file.blocks.offsetOf(index);
  return engine
    .conversions(file, index, { start: at, end: at }, context, new Set(taken))
    .filter(({ disabled }) => disabled === undefined);
}

function applied(text: string, { edits }: Conversion): string {
  const file = engine.openFile(text);
  const changes = new Map(edits.map(({ block, edits }) => [block, edits]));
  return [...file.blocks].map((block, index) => applyEdits(block.text, changes.get(index) ?? [])).join('');
}

/** Applies the conversion with this title at the mark. */
function converted(marked: string, title: RegExp, taken: readonly string[] = []) {
  const text = marked.replace('<|>', '');
  const found = conversionsIn(text, marked.indexOf('<|>'), taken).find((one) => title.test(one.title));
  return found && { text: applied(text, found), creates: found.creates, before: text };
}

describe('conversions', () => {
  it.each<[string, RegExp, string, string]>([
    ['to the classic form', /blank line/, 'PUT <|>x\nA: b\n{ "a": 1 }\n', 'PUT x\nA: b\n\n{ "a": 1 }\n'],
    ['to the form of the Console', /Console/, 'PUT <|>x\r\n\r\n\r\n{ "a": 1 }\r\n', 'PUT x\r\n{ "a": 1 }\r\n'],
    [
      'a host of one request',
      /the host into/,
      'GET https://h<|>:1/a\n',
      '@baseUrl = https://h:1\n\nGET {{baseUrl}}/a\n',
    ],
    [
      'a host of several requests',
      /host of 2 requests/,
      '@a = 1\nGET http://h/a\n\n###\nGET htt<|>p://h/{{a}}\n\n###\nGET http://i/\n',
      '@a = 1\n@baseUrl = http://h\nGET {{baseUrl}}/a\n\n###\nGET {{baseUrl}}/{{a}}\n\n###\nGET http://i/\n',
    ],
    [
      'a host of a request and a curl command',
      /host of 2 requests/,
      "GET htt<|>p://h/a\n\n###\ncurl -X POST 'http://h/b' -d x\n\n###\ncurl http://h:1/c\n",
      "@baseUrl = http://h\n\nGET {{baseUrl}}/a\n\n###\ncurl -X POST '{{baseUrl}}/b' -d x\n\n###\ncurl http://h:1/c\n",
    ],
    [
      'a header value',
      /header value/,
      '### T\nGET /a\nX-Team: sea<|>rch\n',
      '@X-Team = search\n\n### T\nGET /a\nX-Team: {{X-Team}}\n',
    ],
    [
      'a string of JSON',
      /the value/,
      'PUT /a\n\n{ "na me": "b<|>c" }\n',
      '@na_me = bc\n\nPUT /a\n\n{ "na me": "{{na_me}}" }\n',
    ],
    [
      'a number of JSON',
      /the value/,
      '@n = 1\nPUT /a\n\n{ "n": [2<|>5] }\n',
      '@n = 1\n@value = 25\nPUT /a\n\n{ "n": [{{value}}] }\n',
    ],
    [
      'a variable at its definition',
      /Inline/,
      '@h<|> = http://x\nGET {{h}}/a\n\n###\nPUT {{ h }}/b\nA: {{h}}\n\n{ "a": "{{h}}" }\n',
      'GET http://x/a\n\n###\nPUT http://x/b\nA: http://x\n\n{ "a": "http://x" }\n',
    ],
    ['a variable at a use', /Inline/, '@a = b c\nGET /x\nA: {{<|>a}}\n', 'GET /x\nA: b c\n'],
    [
      'members',
      /Sort/,
      'PUT /a\n\n{<|> "b": 1, "a": { "d": 1, "c": 2 } }\n',
      'PUT /a\n\n{ "a": { "d": 1, "c": 2 }, "b": 1 }\n',
    ],
    [
      'inner members',
      /Sort/,
      'PUT /a\n\n{ "b": 1, "a": { "d": 1,\n "c":<|> 2 } }\n',
      'PUT /a\n\n{ "b": 1, "a": { "c": 2,\n "d": 1 } }\n',
    ],
  ])('convert %s', (_, title, marked, expected) => {
    expect(converted(marked, title)?.text).toBe(expected);
  });

  it.each<[string, RegExp, string]>([
    ['a body that is not JSON in the form of the Console', /Console/, 'POST <|>/a\nContent-Type: text/plain\n\nx\n'],
    ['a comment above the body', /Console/, 'PUT <|>/a\n\n# c\n\n{}\n'],
    ['a value with a variable', /Extract/, 'GET /a\nA: {{<|>b}}c\n'],
    ['a value with an escape', /Extract/, 'PUT /a\n\n{ "a": "b<|>\\n" }\n'],
    ['a broken body', /Extract|Sort/, 'PUT /a\n\n{ "b": "b<|>", "a" }\n'],
    ['a variable that is defined twice', /Inline/, '@a<|> = 1\n@a = 2\nGET /{{a}}\n'],
    ['a variable that is not used', /Inline/, '@a<|> = 1\nGET /\n'],
    ['a variable that changes each time', /Inline/, '@a<|> = {{$guid}}\nGET /{{a}}/{{a}}\n'],
    ['a variable with quotes in JSON', /Inline/, '@a<|> = b"c\nPUT /\n\n{ "a": "{{a}}" }\n'],
    ['a variable that is encoded', /Inline/, '@a<|> = b\nGET /{{%a}}\n'],
    ['the host of requests without one', /Inline/, '@host<|> = http://h\nGET {{host}}/a\n###\nGET /b\n'],
    ['a variable of a prompt', /Inline/, '@a = 1\n# @prompt a\nGET /{{a<|>}}\n'],
    ['a variable that names another', /Inline/, '@a<|> = b\nGET /{{$dotenv %a}}\n'],
    ['members between comments', /Sort/, 'PUT /a\n\n{<|> "b": 1, // c\n "a": 1 }\n'],
    ['members in order', /Sort/, 'PUT /a\n\n{<|> "a": 1, "b": 1 }\n'],
    ['a body with comments as a file', /Move the body/, 'PUT /a\n\n{<|> // c\n}\n'],
    ['a form as a file', /Move the body/, 'POST /a\nContent-Type: application/x-www-form-urlencoded\n\na<|>=b\n'],
    ['requests that need each other', /Move each/, '##<|># one\nGET /a\n###\nGET /{{one.response.body.$.a}}\n'],
    ['one request', /Move each/, '##<|># one\nGET /a\n'],
  ])('leave out %s', (_, title, marked) => {
    expect(converted(marked, title)).toBeUndefined();
  });

  it('move a body into a file and back', () => {
    for (const [marked, path, sign] of [
      ['### Create it!\nPUT /a\n\n{<|>\n  "a": 1\n}\n', 'create-it.json', '<'],
      ['PUT /a/b\n{<|> "a": "{{v}}" }\n', 'a-b.json', '<@'],
      ['# @name n\nPOST /a\nContent-Type: text/xml\n\n<a<|>/>\n', 'n.xml', '<'],
    ] as const) {
      const moved = converted(marked, /Move the body/);
      expect(moved?.creates?.[0]?.path).toBe(path);
      expect(moved?.text).toContain(`\n\n${sign} ./${path}\n`);
      const file = engine.openFile(moved!.text);
      const back = engine.bodyFromFile(file, 0, moved!.creates![0]!.text, context);
      expect(sentBy(applied(moved!.text, back!))).toEqual(sentBy(moved!.before));
    }
    expect(converted('PUT /a\n\n{<|>}\n', /Move the body/, ['a.json'])?.creates?.[0]?.path).toBe('a-2.json');
  });

  it('take only bodies from files that are sent alike', () => {
    const back = (line: string, content: string) =>
      engine.bodyFromFile(engine.openFile(`PUT /a\n\n${line}\n`), 0, content, context);
    expect(back('< ./a.json', ' {"a":1}\n')).toBeDefined();
    expect(back('< ./a.json', '{"a":"{{b}}"}')).toBeUndefined();
    expect(back('<@ ./a.json', '{"a":"{{b}}"}')).toBeDefined();
    expect(back('< ./a.txt', ' x\t')).toBeDefined();
    for (const content of ['', '{', 'x\n', '### x', 'x\n### y', '< ./b', '> {%', 'x\n>> y.z'])
      expect(back('< ./a.txt', content), content).toBeUndefined();
    expect(back('<@latin1 ./a.txt', 'x')).toBeUndefined();
  });

  it('split a file by its requests, each with the definitions that it uses', () => {
    const text = '@a = {{b}}/x\n@b = 1\n@c = 2\n\n### One\nGET /{{a}}\n\n##<|># One\n@c = 3\nGET /{{c}}\n';
    const split = converted(text, /Move each of 2/, ['one.http']);
    expect(split?.creates).toEqual([
      { path: 'one-2.http', text: '@a = {{b}}/x\n@b = 1\n\n### One\nGET /{{a}}\n' },
      { path: 'one-3.http', text: '### One\n@c = 3\nGET /{{c}}\n' },
    ]);
    expect(split?.text).toBe('@a = {{b}}/x\n@b = 1\n@c = 2\n\n');
  });

  it(`keep what is sent, at every position of random files ${sampled}`, () => {
    const random = randomNumbers(5);
    const pieces = [
      'GET /x',
      'PUT http://h/{{a}}?b=c',
      'POST _search',
      'A: b c',
      'A: {{a}}',
      '{"b":"x","a":{{a}}}',
      '{ "a": 1 }',
      '@a = 1',
      '@b = {{a}}',
      '@host = http://i',
      '{{host}}/y',
      '### T',
      '',
      '',
      '# c',
      'text',
      '{{b}}',
    ];
    for (let round = 0; round < 400; round++) {
      const text = Array.from({ length: 2 + random(8) }, () => pieces[random(pieces.length)] ?? '').join('\n') + '\n';
      if (!isSampled(round)) continue;
      const file = engine.openFile(text);
      const was = filledIn(text);
      // Near positions offer the same.
      const tried = new Set<string>();
      for (let offset = 0; offset <= text.length; offset += 3)
        for (const conversion of conversionsAt(file, offset)) {
          // A command of curl is not sent.
          if (conversion.creates || conversion.title.includes('curl')) continue;
          const after = applied(text, conversion);
          const isSort = conversion.title.startsWith('Sort');
          if (tried.has(`${isSort} ${after}`)) continue;
          tried.add(`${isSort} ${after}`);
          const now = filledIn(after);
          if (isSort) expect([...JSON.stringify(now)].sort(), text).toEqual([...JSON.stringify(was)].sort());
          else expect(now, `${conversion.title} at ${String(offset)} of ${JSON.stringify(text)}`).toEqual(was);
        }
    }
  });
});

/** Returns what is sent with the values of the variables of the file. */
function filledIn(text: string): unknown {
  const { definitions } = engine.openFile(text);
  const valueOf = (name: string, depth: number): string => {
    const value = depth > 5 ? undefined : definitions.get(name);
    if (value === undefined) return `{{${name}}}`;
    return value.replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, inner: string) => valueOf(inner, depth + 1));
  };
  const fill = (part: unknown): unknown => {
    if (typeof part === 'string') return part;
    if (Array.isArray(part)) {
      const filled = part.map(fill);
      return filled.every((one) => typeof one === 'string') ? filled.join('') : filled;
    }
    if (typeof part !== 'object' || part === null) return part;
    if ('variable' in part && typeof part.variable === 'string') return valueOf(part.variable, 0);
    return Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => key !== 'label' && key !== 'isAbsolute')
        .map(([key, value]) => [key, fill(value)]),
    );
  };
  const filled = sentBy(text).map(fill);
  return JSON.parse(
    JSON.stringify(filled).replace(/\{\{([\w-]+)\}\}/g, (_, name: string) => valueOf(name, 0)),
  ) as unknown;
}
