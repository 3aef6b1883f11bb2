// The constructs of httpYac that other tools do not have, or have in another form.

/** @typedef {import('../generate.d.mts').Choice} Choice */
/** @typedef {import('../generate.d.mts').BodyChoice} BodyChoice */

const json = 'application/json';

/** @type {Choice[]} */
const heads = [
  { name: 'block comment in the head', text: '/*\nGET {{base}}/never\n*/\n@who = ann\n' },
  { name: 'global script in the head', text: '{{+\nexports.who = "ann";\n}}\n\n###\n' },
  { name: 'script in the head', text: '{{\nexports.who = "ann";\n}}\n\n###\n' },
  { name: 'lazy definition', text: '@who := ann\n' },
  { name: 'import in the head', text: '# @import ./library.http\n@who = ann\n' },
  { name: 'global header', text: '{{+\n  exports.who = "ann";\n  exports.common = "c-1";\n}}\n\n###\n' },
];

/** @type {Choice[]} */
const directives = [
  { name: 'no redirect', text: '# @noRedirect' },
  { name: 'disabled', text: '# @disabled' },
  { name: 'disabled by a condition', text: '# @disabled who == "bob"' },
  { name: 'loop', text: '# @loop for 2' },
  { name: 'loop over a list', text: '# @loop for item of ["x", "y"]' },
  { name: 'ref', text: '# @import ./library.http\n# @ref shared' },
  { name: 'forceRef', text: '# @import ./library.http\n# @forceRef shared' },
  { name: 'title directive', text: '# @title Some words' },
  { name: 'description', text: '# @description Some words' },
  { name: 'tag', text: '# @tag smoke' },
  { name: 'sleep', text: '# @sleep 5' },
  { name: 'timeout', text: '# @timeout 5000' },
  { name: 'no client cert', text: '# @no-client-cert' },
  { name: 'block comment above', text: '/* not now */' },
  { name: 'block comment over lines above', text: '/*\n not now\n*/' },
  { name: 'script above', text: '{{\n  exports.made = "m-1";\n}}' },
  { name: 'request script above', text: '{{@request\n  request.headers["X-Script"] = "s-1";\n}}' },
  { name: 'JetBrains script above', text: '< {%\n  request.variables.set("made", "m-2");\n%}' },
];

/** @type {Choice[]} */
const targets = [
  { name: 'path over lines', text: '{{base}}\n  /items\n  /x' },
  { name: 'path and query over lines', text: '{{base}}/items\n  /x\n  ?a=1' },
  { name: 'member of an earlier response', text: '{{base}}/items/{{login.id}}', isAfterLogin: true },
  { name: 'deep member of an earlier response', text: '{{base}}/items/{{login.deep.n}}', isAfterLogin: true },
  { name: 'item of an earlier response', text: '{{base}}/items/{{login.list[1]}}', isAfterLogin: true },
  { name: 'number of the environment', text: '{{base}}/items/{{number}}' },
  { name: 'truth of the environment', text: '{{base}}/items/{{flag}}' },
  { name: 'URL without a scheme', text: 'localhost:PORT/items' },
  { name: 'variable of a script', text: '{{base}}/items/{{made}}', above: '{{\n  exports.made = "m-1";\n}}' },
  { name: 'variable of the loop', text: '{{base}}/items/{{item}}', above: '# @loop for item of ["x", "y"]' },
  { name: 'number of the loop', text: '{{base}}/items/{{$index}}', above: '# @loop for 2' },
];

/** @type {Choice[]} */
const headers = [
  { name: 'shared field', text: 'X-Token: {{login.token}}', isAfterLogin: true },
  { name: 'bearer of an earlier response', text: 'Authorization: Bearer {{login.token}}', isAfterLogin: true },
  { name: 'digest by words', text: 'Authorization: Digest ann secret' },
  { name: 'digest by a colon', text: 'Authorization: Digest ann:secret' },
  { name: 'block comment among fields', text: 'X-One: 1\n/* X-Off: 2 */\nX-Three: 3' },
  { name: 'indented comment among fields', text: 'X-One: 1\n  # X-Off: 2\nX-Three: 3' },
];

/** @type {BodyChoice[]} */
const bodies = [
  { name: 'body right below', type: json, text: '{"a": 1}', isTight: true },
  { name: 'GRAPHQL method', method: 'GRAPHQL', text: 'query Q {\n  item { id }\n}' },
  {
    name: 'GraphQL with a fragment',
    type: json,
    field: 'X-REQUEST-TYPE: GraphQL',
    text: 'query Q {\n  item { ...F }\n}\nfragment F on Item {\n  id\n}',
  },
  { name: 'GraphQL of a file', type: json, field: 'X-REQUEST-TYPE: GraphQL', text: '< ./part.graphql' },
  {
    name: 'JSON of an earlier response',
    type: json,
    text: '{"id": {{login.id}}, "t": "{{login.token}}"}',
    isAfterLogin: true,
  },
];

/** What is behind a request. @type {Choice[]} */
const behind = [
  { name: 'assert', text: '?? status == 200' },
  {
    name: 'asserts of many kinds',
    text: '?? status == 200\n?? header content-type contains json\n?? body $.id == 7\n?? duration < 60000',
  },
  { name: 'failing assert', text: '?? status == 500' },
  { name: 'JetBrains handler', text: '> {%\n  client.test("t", function() {});\n%}' },
  { name: 'JetBrains handler that keeps', text: '> {%\n  client.global.set("kept", response.body.id);\n%}' },
  { name: 'script behind', text: '{{\n  exports.kept = response.parsedBody.id;\n}}' },
  { name: 'response script behind', text: '{{@response\n  exports.kept = response.parsedBody.id;\n}}' },
  { name: 'comment behind', text: '# that was it' },
  { name: 'slash comment behind', text: '// that was it' },
  { name: 'block comment behind', text: '/*\nthat was it\n*/' },
  { name: 'definition behind', text: '@kept = {{response.parsedBody.id}}' },
  { name: 'file for the response', text: '>>! ./answer.json' },
  { name: 'recorded response', text: 'HTTP/1.1 200 OK\nContent-Type: application/json\n\n{"a": 1}' },
];

export const own = { heads, directives, targets, headers, bodies, behind, separators: [], endings: [] };

/** The file of requests that cases import. */
export const files = {
  'library.http': '### shared\n# @name shared\nGET BASE/shared\nX-Shared: yes\n',
};

/** The request before all others where one takes something from its response. */
export const login = '# @name login\nGET {{base}}/login\n\n###\n';
