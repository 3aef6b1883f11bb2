import { describe, expect, it } from 'vitest';
import { occurrencesIn, occurrencesInLines } from './occurrences-in';
import { parseBlock } from '@rulebook/request-file/syntax/parse-block';

/** Returns each occurrence as `kind name by`, definitions with `=`, and checks that its span is the name. */
function namesIn(text: string): readonly string[] {
  return occurrencesIn(parseBlock(text)).map(({ kind, role, name, span, by }) => {
    expect(text.slice(span.start, span.end)).toBe(name);
    return `${kind} ${name}${role === 'definition' ? ' =' : ''} (${by})`;
  });
}

describe('the names in a block', () => {
  it('are those of its variables, wherever they are', () => {
    const text = [
      '@host = http://{{ machine }}:{{port}}',
      '###',
      'PUT {{host}}/a/{{%id}}?q={{q}}',
      'X-Field: {{field}}',
      '',
      '{ "a": "{{in_text}}", "b": {{number}} }',
      '?? status == {{expected}}',
    ].join('\n');
    expect(namesIn(text)).toEqual([
      'variable host = (definition)',
      'variable machine (placeholder)',
      'variable port (placeholder)',
      'variable host (placeholder)',
      'variable id (placeholder)',
      'variable q (placeholder)',
      'variable field (placeholder)',
      'variable in_text (placeholder)',
      'variable number (placeholder)',
      'variable expected (placeholder)',
    ]);
  });

  it('are those of messages of other protocols, which are not sent', () => {
    const text = 'WEBSOCKET ws://{{host}}/rooms/{{room}}\n\n{ "room": "{{room}}" }\n===\n{ "say": "{{word}}" }\n';
    expect(namesIn(text)).toEqual([
      'variable host (placeholder)',
      'variable room (placeholder)',
      'variable room (placeholder)',
      'variable word (placeholder)',
    ]);
  });

  it('are those of requests: a directive, or else a title', () => {
    expect(namesIn('### login\n# @name real\nGET /a\n')).toEqual([
      'request login = (title)',
      'request real = (directive)',
    ]);
    expect(namesIn('### login\nGET /a\n')).toEqual(['request login = (title)']);
    expect(namesIn('### Log in\nGET /a\n')).toEqual(['request Log in = (title)']);
    expect(namesIn('### Variables\n@a = 1\n')).toEqual(['variable a = (definition)']);
  });

  it.each([
    ['{{login.response.body.$.id}}', ['request login (response)']],
    ['{{% login.request.headers.X }}', ['request login (response)']],
    ['{{login.id}}', ['request login (member)', 'variable login.id (placeholder)']],
    ["{{login.items[0]['a']}}", ['request login (member)']],
    ['{{$guid}}', []],
    ['{{$dotenv %key}}', ['variable key (placeholder)']],
    ['{{$processEnv HOME}}', []],
    ['{{a + b}}', []],
    ['{{f("x")}}', []],
    ['{{}}', []],
    ['{{ % }}', []],
  ])('of %s are found', (written, names) => {
    expect(namesIn(`GET /a?x=${written}\n`)).toEqual(names);
  });

  it.each([
    ['# @ref login', ['request login (directive)']],
    ['# @forceRef login', ['request login (directive)']],
    ['// @endpoint near', ['endpoint near (directive)']],
    ['# @prompt user The name of the user', ['variable user = (prompt)']],
    ['# @loop for item of items', ['variable item = (loop)', 'variable items (loop)']],
    ['# @loop for 3', []],
    ['# @note send to {{host}}?', ['variable host (placeholder)']],
    ['# @import ./a.http', ['file ./a.http (import)']],
    ['import ../b.http', ['file ../b.http (import)']],
    [
      'run #Log in (@user={{admin}}, @n=1)',
      ['request Log in (run)', 'variable user (assignment)', 'variable admin (placeholder)', 'variable n (assignment)'],
    ],
    ['run ./c.http', ['file ./c.http (run)']],
    ['# GET {{host}}/disabled', []],
  ])('of the line %s above a request are found', (line, names) => {
    expect(namesIn(`${line}\nGET /a\n`)).toEqual(names);
  });

  it.each([
    ['< ./a.json', ['file ./a.json (body)']],
    ['<@latin1 ./a b.txt', ['file ./a b.txt (body)']],
    ['< ./{{name}}.json', ['variable name (placeholder)']],
    ['text\n< ./part.txt\nmore', ['file ./part.txt (body)']],
    ['@x = 1', ['variable x = (definition)']],
    ['>> ./out.json', ['file ./out.json (output)']],
    ['>>! ./{{name}}.json', ['variable name (placeholder)']],
    ['<> ./earlier.200.json', ['file ./earlier.200.json (earlier-answer)']],
    ['> ./after.js', ['file ./after.js (script)']],
    [
      '> {% client.global.set("token", client.global.get(\'old\')); %}',
      ['variable token = (script)', 'variable old (script)'],
    ],
    [
      '> {% client.global.clear("a"); client.global.b = client.global.c == 1; client.global.set("d", exports.e); %}',
      [
        'variable a (script)',
        'variable b = (script)',
        'variable c (script)',
        'variable d = (script)',
        'variable e (script)',
      ],
    ],
    [
      '{{\nconst own = 1; // a comment on what\nexports.token = [own, other, { key: more }, "text"];\n$global.x = /re/.test(`${y} z`);\n}}',
      [
        'variable token = (script)',
        'variable other (script)',
        'variable more (script)',
        'variable x = (script)',
        'variable y (script)',
      ],
    ],
  ])('of %s behind a request are found', (lines, names) => {
    expect(namesIn(`POST /a\n\n${lines}\n`)).toEqual(names);
  });

  it('have their places between line ends, tabs and marks of every kind', () => {
    namesIn('\uFEFF@a = {{b}}\r\n\t@c\t=\t{{ d }}\r\n### e\r\nGET {{a}}\t\r\nX:\t{{c}}\r\n\r\n\0{{x}}\uD800{{y}}\r\n');
    expect(namesIn(`GET /${'{{'.repeat(50_000)}`)).toEqual([]);
  });

  it('are found without the rest of the block, as far as prompts, scripts, lines and directives give or name them', () => {
    const text = [
      '# @name first',
      '# @prompt asked',
      '# @ref other',
      '# @loop for item of list',
      '< {% request.variables.set("given", "1"); %}',
      'GET /{{unrelated}}?q={{other.response.body.$.id}}',
    ].join('\n');
    const block = parseBlock(text);
    const inLines = occurrencesInLines(block);
    expect(inLines.map(({ name, by }) => `${name} (${by})`)).toEqual([
      'asked (prompt)',
      'other (directive)',
      'item (loop)',
      'list (loop)',
      'given (script)',
    ]);
    expect(occurrencesIn(block)).toEqual(expect.arrayContaining([...inLines]));
    expect(occurrencesInLines(parseBlock('# @name first\nGET /{{unrelated}}\n'))).toEqual([]);
  });
});
