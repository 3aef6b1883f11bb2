// Small request files, each of some constructs of the table in ways that people combine them.
import { randomOf } from '../oracle/random.mjs';

/** @typedef {{ name: string, files: Readonly<Record<string, string>>, parts: readonly string[] }} Case */

/**
 * Returns generated folders, each with `one.http`.
 * @param {number} seed
 * @param {number} count
 * @returns {Case[]}
 */
export function casesOf(seed, count) {
  const random = randomOf(seed, 'wire');
  return Array.from({ length: count }, (_, index) => caseOf(random, index));
}

function caseOf(random, index) {
  const parts = [];
  const use = (list) => {
    const [name, value] = random.pick(list);
    if (name !== '') parts.push(name);
    return value;
  };
  const count = random.pick([1, 1, 2, 2, 3]);
  const head = use(heads);
  const blocks = Array.from({ length: count }, (_, at) => blockOf(random, use, at));
  const text = `${head}${blocks.join(`\n${use(separators)}\n`)}`;
  return {
    name: `case-${index}`,
    parts,
    files: { ...extra, 'one.http': use(endings)(text) },
  };
}

/** What requests refer to. */
const extra = {
  'body.json': '{"from": "file", "who": "{{who}}"}\n',
  'lines.txt': 'first\nsecond {{who}}\n',
};

const heads = [
  ['', '@who = ann\n\n'],
  ['', '@who = ann\n\n'],
  ['definition of a definition', '@first = an\n@who = {{first}}n\n\n'],
  ['definition with blanks', '@who =   ann  \n\n'],
  ['quoted definition', '@who = "ann"\n\n'],
  ['comment in the head', '# about this file\n@who = ann\n\n'],
  ['slash comment in the head', '// about this file\n@who = ann\n\n'],
  ['block comment in the head', '/*\nGET {{base}}/never\n*/\n@who = ann\n\n'],
  ['separator behind the head', '@who = ann\n\n###\n'],
  ['definition with a sign', '@who = a=b&c\n\n'],
];

const separators = [
  ['', '###\n'],
  ['', '###'],
  ['title', '### Second'],
  ['long separator', '#########'],
  ['two separators', '###\n\n###'],
  ['comment behind the separator', '###\n# the next one'],
  ['definition behind the separator', '###\n@who = bob'],
];

const endings = [
  ['', (text) => `${text}\n`],
  ['', (text) => `${text}\n`],
  ['no last line end', (text) => text],
  ['blank lines at the end', (text) => `${text}\n\n\n`],
  ['separator at the end', (text) => `${text}\n\n###\n`],
  ['Windows line ends', (text) => `${text}\n`.replaceAll('\n', '\r\n')],
];

const directives = [
  ['', ''],
  ['', ''],
  ['', ''],
  ['name', (at) => `# @name request${at}\n`],
  ['name with slashes', (at) => `// @name request${at}\n`],
  ['note', '# just words\n'],
  ['no redirect', '# @noRedirect\n'],
  ['no-redirect', '# @no-redirect\n'],
  ['no log', '# @no-log\n'],
  ['disabled', '# @disabled\n'],
  ['loop', '# @loop for 2\n'],
  ['definition above', '@own = {{who}}-own\n'],
  ['block comment above', '/* not now */\n'],
];

const targets = [
  ['', '{{base}}/items'],
  ['', '{{base}}/items?a=1'],
  ['variable in the path', '{{base}}/items/{{who}}'],
  ['variable in the query', '{{base}}/items?who={{who}}&b=2'],
  ['blank in the query', '{{base}}/items?q=one two'],
  ['encoded query', '{{base}}/items?q=a%20b%2Fc'],
  ['plus in the query', '{{base}}/items?q=a+b'],
  ['umlaut in the path', '{{base}}/straße'],
  ['brackets in the query', '{{base}}/items?filter[name]=x&list[]=1'],
  ['version', '{{base}}/items HTTP/1.1'],
  ['fragment', '{{base}}/items#part'],
  ['dots', '{{base}}/a/../b/./c'],
  ['double slash', '{{base}}//items//x'],
  ['query over lines', '{{base}}/items\n  ?a=1\n  &b={{who}}'],
  ['query over lines with a comment', '{{base}}/items\n  ?a=1\n# between\n  &b=2'],
  ['path over lines', '{{base}}\n  /items\n  /x'],
  ['empty query value', '{{base}}/items?a=&b'],
  ['trailing blank', '{{base}}/items  '],
  ['comma and colon', '{{base}}/items:sum?ids=1,2;3'],
];

const headers = [
  ['', ''],
  ['', ''],
  ['field', 'X-One: 1\n'],
  ['field with a variable', 'X-Who: {{who}}\n'],
  ['two fields of a name', 'X-Two: a\nX-Two: b\n'],
  ['comment among fields', 'X-One: 1\n# X-Off: 2\nX-Three: 3\n'],
  ['slash comment among fields', 'X-One: 1\n// X-Off: 2\nX-Three: 3\n'],
  ['field without a value', 'X-Empty:\n'],
  ['blanks around the value', 'X-One:    1   \n'],
  ['colons in the value', 'X-Time: 10:20:30\n'],
  ['no blank behind the colon', 'X-One:1\n'],
  ['basic by words', 'Authorization: Basic ann secret\n'],
  ['basic by a colon', 'Authorization: Basic ann:secret\n'],
  ['basic encoded', 'Authorization: Basic YW5uOnNlY3JldA==\n'],
  ['bearer', 'Authorization: Bearer abc.def\n'],
  ['cookie', 'Cookie: a=1; b=2\n'],
  ['lower-case field', 'x-lower: 1\n'],
];

/** Bodies: none, or with its field of the type. */
const bodies = [
  ['', undefined],
  ['', undefined],
  ['JSON', ['application/json', '{"a": 1, "who": "{{who}}"}']],
  ['JSON over lines', ['application/json', '{\n  "a": 1,\n  "b": [1,\n    2]\n}']],
  ['JSON with a blank line', ['application/json', '{\n  "a": 1,\n\n  "b": 2\n}']],
  ['JSON without a type', [undefined, '{"a": 1}']],
  ['text', ['text/plain', 'hello {{who}}\nsecond line']],
  ['text with a blank line', ['text/plain', 'one\n\ntwo']],
  ['text with blanks at the end', ['text/plain', 'one  \ntwo\t']],
  ['form', ['application/x-www-form-urlencoded', 'a=1&b={{who}}']],
  ['form over lines', ['application/x-www-form-urlencoded', 'a=1\n&b=2']],
  ['form with blanks', ['application/x-www-form-urlencoded', 'a=one two&b=ä']],
  ['XML', ['application/xml', '<a>\n  <b>{{who}}</b>\n</a>']],
  ['file', ['application/json', '< ./body.json']],
  ['file with variables', ['application/json', '<@ ./body.json']],
  ['file of text with variables', ['text/plain', '<@ ./lines.txt']],
  [
    'multipart',
    [
      'multipart/form-data; boundary=cut',
      '--cut\nContent-Disposition: form-data; name="a"\n\n1\n--cut\nContent-Disposition: form-data; name="f"; filename="b.json"\n\n< ./body.json\n--cut--',
    ],
  ],
  ['lines of JSON', ['application/x-ndjson', '{"a":1}\n{"b":2}\n']],
  [
    'GraphQL',
    ['application/json', 'query Q($a: Int) {\n  item(a: $a) { id }\n}\n\n{"a": 1}', 'X-REQUEST-TYPE: GraphQL\n'],
  ],
  ['assert behind', ['application/json', '{"a": 1}\n\n?? status == 200']],
  ['script behind', ['application/json', '{"a": 1}\n\n> {%\n  client.test("t", function() {});\n%}']],
  ['word behind a blank line', ['text/plain', 'one\n\nGETTING two']],
];

const methods = ['POST', 'POST', 'PUT', 'PATCH', 'DELETE'];

function blockOf(random, use, at) {
  const body = use(bodies);
  const method = body === undefined ? random.pick(['GET', 'GET', 'HEAD', 'OPTIONS', 'DELETE']) : random.pick(methods);
  const directive = use(directives);
  const above = typeof directive === 'function' ? directive(at) : directive;
  const target = use(targets);
  const fields = use(headers);
  const [type, text, more = ''] = body ?? [];
  const typeLine = type === undefined ? '' : `Content-Type: ${type}\n`;
  return `${above}${method} ${target}\n${typeLine}${more}${fields}${text === undefined ? '' : `\n${text}\n`}`;
}
