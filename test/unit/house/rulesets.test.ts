import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../packages/engine/src/index';
import { combineRulesets } from '../../../packages/catalogue/src/combine-rulesets';
import { readRuleset } from '../../../packages/rulesets/src/read-ruleset';

const engine = createEngine({
  onRuleFailure: (rule) => {
    throw new Error(`The rule ${rule} threw.`);
  },
});

/** Returns the findings of the ruleset in the request, each with the text that it is about. */
function found(ruleset: string, request: string): readonly string[] {
  const { rules, problems } = readRuleset(ruleset, 'team.yaml');
  expect(problems).toEqual([]);
  const file = engine.openFile(request);
  const { findings } = engine.check(file, {
    context: { endpoints: [], defaults: {}, houseRules: rules },
    severities: {},
  });
  return findings
    .flat()
    .filter(({ rule }) => rule === 'house-rule')
    .map(({ severity, message, span }) => `${severity} ${request.slice(span.start, span.end)} | ${message}`);
}

/** Returns a ruleset with one rule. */
function one(given: string, then: string, rest = ''): string {
  return `rules:\n  team-rule:\n    given: ${given}\n    then: ${then}\n    ${rest}\n`;
}

const key = (body: unknown): string => `POST /_security/api_key\n\n${JSON.stringify(body)}\n`;

describe('a house rule', () => {
  it('looks at a member of the body', () => {
    const rules = one('search-cluster.api-key.create#/body/expiration', '{ function: defined }', 'severity: error');
    expect(found(rules, key({ name: 'ci' }))).toEqual(['error { | `expiration` must be present.']);
    expect(found(rules, key({ name: 'ci', expiration: '7d' }))).toEqual([]);
  });

  it('looks at every item behind wildcards', () => {
    const rules = one(
      "{ service: search-cluster, at: '/body/role_descriptors/*/cluster/*' }",
      "{ function: pattern, functionOptions: { notMatch: '^all$' } }",
    );
    const body = { role_descriptors: { a: { cluster: ['monitor', 'all'] }, b: { cluster: ['all'] } } };
    expect(found(rules, key(body))).toEqual([
      'warning "all" | `1` must not match the pattern ^all$.',
      'warning "all" | `0` must not match the pattern ^all$.',
    ]);
  });

  it('looks at header fields, query parameters, path parameters and the method', () => {
    const request = 'DELETE /repos/octocat/hello/hooks/1?force=yes\nX-Reason: test\n';
    expect(found(one("'#/headers/x-request-id'", '{ function: truthy }'), request)).toHaveLength(1);
    expect(found(one("'#/headers/X-Reason'", '{ function: length, functionOptions: { min: 10 } }'), request)).toEqual([
      'warning test | `X-Reason` must not be shorter than 10.',
    ]);
    expect(found(one("'#/query/force'", '{ function: undefined }'), request)).toHaveLength(1);
    expect(
      found(one("'#/path/repo'", '{ function: enumeration, functionOptions: { values: [world] } }'), request),
    ).toEqual(['warning hello | `repo` must be one of world.']);
    expect(
      found(one("'#/method'", '{ function: pattern, functionOptions: { notMatch: DELETE } }'), request),
    ).toHaveLength(1);
  });

  it('is about the requests that its place names', () => {
    const then = '{ function: undefined }';
    const request = 'PUT /_snapshot/backup\n\n{ "type": "fs" }\n';
    const isReported = (place: string): boolean => found(one(place, then), request).length > 0;
    expect(isReported("{ method: [put, post], at: '/body/type' }")).toBe(true);
    expect(isReported("{ method: GET, at: '/body/type' }")).toBe(false);
    expect(isReported("{ path: '/_snapshot/{repository}', at: '/body/type' }")).toBe(true);
    expect(isReported("{ path: '/_snap*/**', at: '/body/type' }")).toBe(true);
    expect(isReported("{ path: /_snapshot, at: '/body/type' }")).toBe(false);
    expect(isReported("{ operation: search-cluster.*, at: '/body/type' }")).toBe(true);
    expect(isReported("{ operation: code-hosting.*, at: '/body/type' }")).toBe(false);
    expect(isReported("{ service: code-hosting, at: '/body/type' }")).toBe(false);
  });

  // Going back, each of these tries more ways than could ever be tried, so that the case would not end.
  it.each([
    "{ function: pattern, functionOptions: { match: '^(a+)+$' } }",
    "{ function: pattern, functionOptions: { match: '^((a)+)+$' } }",
    "{ function: pattern, functionOptions: { match: '^(a|a)*$' } }",
    "{ function: pattern, functionOptions: { match: '^(?:a{1,9}){1,40}$' } }",
    "{ function: pattern, functionOptions: { match: '^(?:(?:a|aa))+$' } }",
    "{ function: schema, functionOptions: { schema: { pattern: '^(a|a)*$' } } }",
    "{ function: schema, functionOptions: { schema: { type: string, pattern: '/^(a|a)*$/i' } } }",
  ])('%s comes to a verdict', (then) => {
    expect(found(one("'#/body/name'", then), key({ name: `${'a'.repeat(36)}!` }))).toHaveLength(1);
  });

  it('a casing with its letters as separator comes to a verdict', () => {
    const then = '{ function: casing, functionOptions: { type: flat, separator: { char: a } } }';
    expect(found(one("'#/body/name'", then), key({ name: `${'a'.repeat(190)}!` }))).toHaveLength(1);
  });

  it('a place with many stars comes to a verdict', () => {
    const place = "{ path: '/*a*a*a*a*a*a*a*a*a*a*z', at: '/body' }";
    expect(found(one(place, '{ function: undefined }'), `PUT /${'a'.repeat(60)}\n\n{}\n`)).toEqual([]);
  });

  it('says nothing about a value that is a variable', () => {
    const rules = one("'#/body/name'", "{ function: pattern, functionOptions: { match: '^ci-' } }");
    expect(found(rules, 'POST /_security/api_key\n\n{ "name": "{{name}}" }\n')).toEqual([]);
    expect(found(rules, 'POST /_security/api_key\n\n{ "name": {{name}} }\n')).toEqual([]);
  });

  it('writes its message, without secrets', () => {
    const message =
      "message: '{{property}} at {{path}} is {{value}}: {{error}}. {{description}}!'\n    description: Keys";
    const then = "{ function: pattern, functionOptions: { match: '^ci-' } }";
    expect(found(one("'#/body/name'", then, message), key({ name: 'dev' }))).toEqual([
      'warning "dev" | name at /body/name is dev: `name` must match the pattern ^ci-. Keys!',
    ]);
    const secret = found(one("'#/body/metadata/password'", then, message), key({ metadata: { password: 'hunter22' } }));
    expect(secret).toHaveLength(1);
    expect(secret.join('')).toContain('is (hidden):');
  });

  it('checks by a schema, and points at the part that is wrong', () => {
    const schema =
      '{ type: object, properties: { a: { type: array, items: { type: integer, maximum: 5 } } }, required: [b] }';
    const rules = one("'#/body/metadata'", `{ function: schema, functionOptions: { schema: ${schema} } }`);
    expect(found(rules, key({ metadata: { a: [1, 9], b: 1 } }))).toEqual(['warning 9 | `1` must not be more than 5.']);
    expect(found(rules, key({ metadata: { a: ['x'] } }))).toEqual([
      'warning { | `metadata` must have the member b.',
      'warning "x" | `0` must be of type integer.',
    ]);
  });

  it.each([
    ['xor', '{ properties: [a, b] }', { a: 1, b: 2 }, { a: 1 }],
    ['or', '{ properties: [a, b] }', { c: 1 }, { b: 1 }],
    ['casing', '{ type: kebab }', 'someName', 'some-name'],
    ['casing', '{ type: macro }', 'some', 'SOME_NAME'],
    ['alphabetical', '{}', ['b', 'a'], ['a', 'b']],
    ['alphabetical', '{ keyedBy: id }', [{ id: 2 }, { id: 1 }], [{ id: 1 }, { id: 2 }]],
    ['length', '{ max: 2 }', [1, 2, 3], [1]],
    ['falsy', '{}', true, ''],
    ['enumeration', '{ values: [1, two] }', 3, 'two'],
  ])('applies %s with %s', (name, options, wrong, right) => {
    const rules = one("'#/body/metadata/x'", `{ function: ${name}, functionOptions: ${options} }`);
    expect(found(rules, key({ metadata: { x: wrong } }))).toHaveLength(1);
    expect(found(rules, key({ metadata: { x: right } }))).toEqual([]);
  });

  it('looks at the names of members with `@key`, and at a field', () => {
    const names = one("'#/body/metadata'", "{ field: '@key', function: casing, functionOptions: { type: snake } }");
    expect(found(names, key({ metadata: { team_name: 1, teamName: 2 } }))).toHaveLength(1);
    const field = one("'#/body/metadata'", '{ field: owner, function: truthy }');
    expect(found(field, key({ metadata: {} }))).toHaveLength(1);
    expect(found(field, key({}))).toEqual([]);
  });

  it('names its ruleset as the source', () => {
    const { rules } = readRuleset(
      one("'#/method'", '{ function: falsy }', 'documentationUrl: https://wiki.corp/x'),
      'team.yaml',
    );
    expect(rules[0]?.provenance).toEqual({
      kind: 'house',
      file: 'team.yaml',
      line: 2,
      name: 'team-rule',
      link: 'https://wiki.corp/x',
    });
  });
});

describe('a ruleset', () => {
  const problemsOf = (text: string): readonly string[] =>
    readRuleset(text, 'team.yaml').problems.map(
      ({ severity, message, span }) => `${severity} ${JSON.stringify(text.slice(span.start, span.end))} ${message}`,
    );

  it.each([
    ['rules: [', /not valid YAML/],
    ['- 1', /an object with the member `rules`/],
    ['{}', /needs the member `rules`/],
    ['extends: ./other.yaml\nrules: {}', /does not read `extends`/],
    ['extends: spectral:oas\nrules: {}', /is about descriptions: it extends `spectral:oas`/],
    ['extends: [[spectral:oas, recommended]]', /is about descriptions: it extends `spectral:oas`/],
    ['extends: [recommended]\nrules:\n  info-contact: error', /is about descriptions: it extends `recommended`/],
    [one('"#PathItem"', '{ function: truthy }'), /is about descriptions: its places are JSONPaths/],
    [
      'rules:\n  rule/summary:\n    subject: { type: Operation, property: summary }\n    assertions: { defined: true }',
      /is about descriptions: its rules have a `subject` and `assertions`/,
    ],
    [`extends: spectral:oas\n${one("'#/body'", '{ function: truthy }')}`, /does not read `extends`/],
    ['functions: [mine]\nrules: {}', /runs no code/],
    [one("'$.paths[*]'", '{ function: truthy }'), /is about descriptions/],
    [one('["$.paths[*]", "#/body"]', '{ function: truthy }'), /must be a place of a request/],
    [
      `extends: [[spectral:oas, off]]\nformats: [oas3]\naliases: { Info: ["$.info"] }\nrules:
  a: { given: "$.paths[*]~", formats: [oas3], then: { function: pattern, functionOptions: { match: "^/" } } }
  b: { given: "#Info", then: { field: contact, function: ownFunction } }
  info-contact: off`,
      /is about descriptions/,
    ],
    [one("'#/bdy/name'", '{ function: truthy }'), /did you mean `\/body`/],
    [one("'#/body'", '{ function: truthi }'), /did you mean `truthy`/],
    [one("'#/body'", '{ function: mine }'), /The functions are/],
    [one("'#/body'", "{ function: pattern, functionOptions: { match: '(' } }"), /`match` must be a regular expression/],
    [
      one("'#/body'", "{ function: schema, functionOptions: { schema: { properties: { a: { pattern: '(' } } } } }"),
      /has the pattern `\(`, which cannot be compared/,
    ],
    [one(`{ path: '/${'x'.repeat(2_001)}', at: '/body' }`, '{ function: truthy }'), /too long to be read/],
    [one("'#/body'", "{ function: pattern, functionOptions: { match: '(a)\\1$' } }"), /without references to groups/],
    [one("'#/body'", '{ function: pattern }'), /need `match` or `notMatch`/],
    [one("'#/body'", '{ function: truthy }', 'severity: fatal'), /A severity is/],
    [one("'#/body'", '{ function: truthy }', 'mesage: x'), /did you mean `message`/],
    [one("'#/body'", '{ function: schema, functionOptions: { schema: { if: {} } } }'), /keyword `if`/],
    ['rules:\n  a:\n    then: { function: truthy }', /needs `given`/],
  ])('%# is diagnosed in place', (text, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(expected)]);
  });

  it('changes the severity of rules of the rulesets before it', () => {
    const first = readRuleset(
      'rules:\n  a: { given: "#/body", then: { function: truthy } }\n  b: { given: "#/body", then: { function: truthy } }',
      'a.yaml',
    );
    const second = readRuleset('rules: { a: off, b: error }', 'b.yaml');
    expect(combineRulesets([first, second]).map(({ severity, provenance }) => [provenance.name, severity])).toEqual([
      ['b', 'error'],
    ]);
  });

  it('reads JSON', () => {
    expect(
      readRuleset('{"rules": {"a": {"given": "#/body", "then": {"function": "truthy"}}}}', 'a.json').problems,
    ).toEqual([]);
  });

  it('reads aliases of YAML', () => {
    const text = `rules:
  first: { given: &name '#/body/name', then: &needed { function: truthy } }
  second: { given: [*name, '#/body/other'], then: *needed }
`;
    const { rules, problems } = readRuleset(text, 'a.yaml');
    expect(problems).toEqual([]);
    expect(rules.map(({ places, checks }) => [places.map(({ pointer }) => pointer), checks.length])).toEqual([
      [[['body', 'name']], 1],
      [
        [
          ['body', 'name'],
          ['body', 'other'],
        ],
        1,
      ],
    ]);
  });

  it.each([
    ['an alias of the node around it', 'rules: &all\n  a: *all\n'],
    [
      'aliases that repeat too much',
      `a: &a [x, x, x, x, x, x, x, x]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]}, `.repeat(8)}]`).join('\n')}\nrules: {}\n`,
    ],
  ])('refuses %s', (_, text) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining('aliases of the ruleset')]);
  });

  it('says where it stops reading', () => {
    const rule = '{ given: "#/body", then: { function: truthy } }';
    const text = `rules:\n${Array.from({ length: 1_001 }, (_, index) => `  r${index}: ${rule}`).join('\n')}\n`;
    expect(readRuleset(text, 'a.yaml').rules).toHaveLength(1_000);
    expect(problemsOf(text)).toEqual([expect.stringContaining('up to the number of 1,000')]);
  });

  it('keeps the other rules when one is wrong', () => {
    const text =
      'rules:\n  a: { given: "#/nothing", then: { function: truthy } }\n  b: { given: "#/body", then: { function: truthy } }';
    expect(readRuleset(text, 'a.yaml').rules.map(({ provenance }) => provenance.name)).toEqual(['b']);
  });

  it('survives hostile texts', () => {
    for (const text of [
      '['.repeat(50_000),
      `rules: ${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      `rules: ${'['.repeat(2_000)}${']'.repeat(2_000)}`,
      'rules: '.repeat(1_000),
      'a: &a [x]\nb: [*a, *a]\nrules: *a',
      `rules:\n  a: { given: "#${'/*'.repeat(5_000)}", then: { function: truthy } }`,
      'x'.repeat(2_000_000),
    ])
      expect(() => readRuleset(text, 'a.yaml')).not.toThrow();
  });
});
