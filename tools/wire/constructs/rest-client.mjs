// The constructs of REST Client that other tools do not have, or have in another form.

/** @typedef {import('../generate.d.mts').Choice} Choice */
/** @typedef {import('../generate.d.mts').BodyChoice} BodyChoice */

/** @type {Choice[]} */
const heads = [
  { name: 'definition with a backslash t', text: '@who = a\\tb\n' },
  { name: 'definition below', text: '', end: '\n###\n@who = ann\n' },
];

/** @type {Choice[]} */
const directives = [
  { name: 'several number signs', text: '## just words' },
  { name: 'indented comment above', text: '  # words' },
];

/** @type {Choice[]} */
const targets = [
  { name: 'member of an earlier response', text: '{{base}}/items/{{login.response.body.$.id}}', isAfterLogin: true },
  {
    name: 'deep member of an earlier response',
    text: '{{base}}/items/{{login.response.body.$.deep.n}}',
    isAfterLogin: true,
  },
  { name: 'item of an earlier response', text: '{{base}}/items/{{login.response.body.$.list[1]}}', isAfterLogin: true },
  {
    name: 'path of an earlier response without a root',
    text: '{{base}}/items/{{login.response.body.id}}',
    isAfterLogin: true,
  },
  {
    name: 'field of an earlier response',
    text: '{{base}}/items/{{login.response.headers.X-Answer}}',
    isAfterLogin: true,
  },
  { name: 'encoded variable', text: '{{base}}/items?q={{%who}}' },
  { name: 'no method', text: '{{base}}/items', isWithoutMethod: true },
];

/** @type {Choice[]} */
const headers = [
  {
    name: 'bearer of an earlier response',
    text: 'Authorization: Bearer {{login.response.body.$.token}}',
    isAfterLogin: true,
  },
  { name: 'digest by words', text: 'Authorization: Digest ann secret' },

  { name: 'indented comment among fields', text: 'X-One: 1\n  # X-Off: 2\nX-Three: 3' },
];

/** @type {BodyChoice[]} */
const bodies = [
  { name: 'GraphQL of a file', type: 'application/json', field: 'X-REQUEST-TYPE: graphql', text: '< ./part.graphql' },
  {
    name: 'GraphQL after a comment',
    type: 'application/json',
    field: 'X-REQUEST-TYPE: graphql',
    text: '# words\nquery Q {\n  item { id }\n}',
  },
  {
    name: 'JSON of an earlier response',
    type: 'application/json',
    text: '{"id": {{login.response.body.$.id}}}',
    isAfterLogin: true,
  },
  { name: 'whole earlier response', type: 'application/json', text: '{{login.response.body.*}}', isAfterLogin: true },
];

/** @type {Choice[]} */
const behind = [
  { name: 'comment behind', text: '# that was it' },
  { name: 'slash comment behind', text: '// that was it' },
  { name: 'blank lines behind', text: '\n\n' },
];

export const own = { heads, directives, targets, headers, bodies, behind, separators: [], endings: [] };

/** @type {Record<string, string>} */
export const files = {};

/** The request before all others where one takes something from its response. */
export const login = '# @name login\nGET {{base}}/login\n\n###\n';
