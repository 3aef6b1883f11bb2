// What a server has before each request whose rights are proved: one thing of each kind that requests name.

/** @type {readonly (readonly [read: string, make: readonly [method: string, path: string, body?: object]])[]} */
const things = [
  [
    '/one/_doc/1',
    ['PUT', '/one', { settings: { number_of_replicas: 0 }, mappings: { properties: { a: { type: 'long' } } } }],
  ],
  ['/one/_doc/1', ['PUT', '/one/_doc/1?refresh=true', { a: 1 }]],
  ['/one/_alias/other-name', ['PUT', '/one/_alias/other-name']],
  ['/_snapshot/repo', ['PUT', '/_snapshot/repo', { type: 'fs', settings: { location: 'repo' } }]],
  ['/_snapshot/repo/first', ['PUT', '/_snapshot/repo/first?wait_for_completion=true', { indices: 'one' }]],
  [
    '/_index_template/some-template',
    [
      'PUT',
      '/_index_template/some-template',
      { index_patterns: ['some-stream*'], data_stream: {}, template: { settings: { number_of_replicas: 0 } } },
    ],
  ],
  ['/_data_stream/some-stream', ['PUT', '/_data_stream/some-stream']],
  ['/_template/some-old-template', ['PUT', '/_template/some-old-template', { index_patterns: ['nothing-of-it*'] }]],
  ['/_component_template/some-part', ['PUT', '/_component_template/some-part', { template: {} }]],
  ['/_ingest/pipeline/some-pipeline', ['PUT', '/_ingest/pipeline/some-pipeline', { processors: [] }]],
  ['/_security/role/some-role', ['PUT', '/_security/role/some-role', { cluster: ['monitor'] }]],
  [
    '/_security/user/someone',
    ['PUT', '/_security/user/someone', { password: 'password-of-someone', roles: ['some-role'] }],
  ],
  [
    '/_security/privilege/some-app/some-privilege',
    ['PUT', '/_security/privilege', { 'some-app': { 'some-privilege': { actions: ['data:read/*'] } } }],
  ],
  [
    '/_security/role_mapping/some-mapping',
    [
      'PUT',
      '/_security/role_mapping/some-mapping',
      { roles: ['some-role'], enabled: true, rules: { field: { username: 'someone' } } },
    ],
  ],
];

/** What requests may have made, and the next one must not find. */
const made = [
  ['DELETE', '/made*,my-*?ignore_unavailable=true'],
  ['DELETE', '/_snapshot/repo/made-snapshot'],
  ['DELETE', '/_index_template/made'],
  ['DELETE', '/_component_template/made'],
  ['DELETE', '/_ingest/pipeline/made'],
];

/**
 * Makes what is missing.
 * @param {(method: string, path: string, body?: object) => Promise<{ status: number }>} ask
 */
export async function restore(ask) {
  await ask('POST', '/one/_open');
  await ask('PUT', '/one/_settings', { 'index.blocks.write': null, 'index.blocks.read_only': null });
  for (const [read, [method, path, body]] of things) {
    const { status } = await ask('GET', read);
    if (status === 404) await ask(method, path, body);
  }
}

/**
 * Removes what a request made, and restores what it removed.
 * @param {(method: string, path: string, body?: object) => Promise<{ status: number }>} ask
 */
export async function reset(ask) {
  for (const [method, path] of made) await ask(method ?? 'GET', path ?? '/');
  await restore(ask);
}
