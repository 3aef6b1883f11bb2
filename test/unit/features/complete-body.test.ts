import { describe, expect, it } from 'vitest';
import { acceptAt, completionsAt, expectOffers, labelsAt } from './check-feature';

const key = (body: string): string => `POST /_security/api_key\nContent-Type: application/json\n\n${body}`;
const role = (inner: string): string => key(`{ "name": "k", "role_descriptors": { "r": ${inner}`);
const hook = (body: string): string => `POST /repos/o/r/hooks\n\n${body}`;
const update = (body: string): string => `PATCH /repos/o/r/hooks/1\n\n${body}`;

describe('keys', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['an opened object', key('{<|>'), 'name', 'expiration', 'role_descriptors', 'metadata'],
    ['an empty object', key('{<|>}'), 'name', 'expiration'],
    ['blanks in an empty object', key('{ <|> }'), 'name', 'expiration'],
    ['a line in an empty object', key('{\n  <|>\n}'), 'name', 'expiration'],
    ['a bare word', key('{ na<|>'), 'name', '-expiration'],
    ['a bare word and a closing brace', key('{ na<|> }'), 'name', '-expiration'],
    ['an open quote', key('{ "na<|>'), 'name', '-expiration'],
    ['an open quote and a closing brace', key('{ "na<|> }'), 'name'],
    ['an open quote before other members', key('{ "na<|>, "expiration": "1d" }'), 'name', '-expiration'],
    ['a quoted word', key('{ "na<|>" }'), 'name'],
    ['an empty string', key('{ "<|>" }'), 'name', 'expiration'],
    ['a lone quote', key('{ "<|>'), 'name', 'expiration'],
    ['behind a comma', key('{ "name": "x", <|>'), '-name', 'expiration'],
    ['behind a comma, closed', key('{ "name": "x", <|> }'), '-name', 'expiration'],
    ['after a missing comma', key('{ "name": "x" <|>'), '-name', 'expiration', 'metadata'],
    ['after a missing comma, closed', key('{ "name": "x" <|>}'), '-name', 'expiration'],
    ['after a missing comma on a new line', key('{\n  "name": "x"\n  <|>\n}'), '-name', 'expiration'],
    ['a bare word after a missing comma', key('{ "name": "x" ex<|> }'), 'expiration', '-name'],
    ['a quoted word after a missing comma', key('{ "name": "x" "ex<|>" }'), 'expiration', '-name'],
    ['before another key', key('{ <|> "name": "x" }'), '-name', 'expiration'],
    ['touching another key', key('{ <|>"name": "x" }'), '-name', 'expiration'],
    ['a bare word before another key', key('{ ex<|>\n "name": "x" }'), '-name', 'expiration'],
    ['between keys', key('{ "metadata": {}, <|> "name": "x" }'), '-name', '-metadata', 'expiration'],
    ['an existing key', key('{ "na<|>me": "x" }'), 'name'],
    ['a variable as a value', key('{ "name": {{n}}, <|> }'), 'expiration', '-name'],
    ['a variable in a value', key('{ "name": "a{{n}}", <|> }'), 'expiration', '-name'],
    ['a key after an object', key('{ "metadata": { "a": 1 } <|> }'), 'name', '-metadata'],
    ['an unclosed array before', role('{ "cluster": ["all", "run_as": [], <|>'), 'indices', '-cluster', '-run_as'],
    ['a comment before', key('{\n  // why\n  <|>\n}'), 'name'],
    ['a hash comment before', key('{\n  # why\n  <|>\n}'), 'name'],
    ['the console form', 'PUT /_security/api_key\n{ <|>', 'name', 'expiration'],
    ['a nested object', role('{ <|> } } }'), 'cluster', 'indices', 'restriction', '-name'],
    ['a nested object, unclosed', role('{ <|>'), 'cluster', 'indices'],
    ['an object in an array', role('{ "indices": [ { <|> } ] } } }'), 'names', 'privileges', 'query'],
    ['an object in an unclosed array', role('{ "indices": [ { "names": [], <|>'), '-names', 'privileges'],
    ['the second object of an array', role('{ "indices": [ { "names": [] }, { <|>'), 'names', 'privileges'],
    ['fields behind the cursor', key('{\n  <|>\n  "name": "x",\n  "expiration": "1d"\n}'), '-expiration', 'metadata'],
    ['an object in a choice', hook('{ "config": { <|>'), 'url', 'content_type', 'secret', 'insecure_ssl'],
    ['an update', update('{ <|>'), 'config', 'events', 'add_events', 'remove_events', 'active', '-name'],
    ['a member of config at the root', hook('{ <|>'), 'config', '-url', '-secret'],
    ['what the target knows', `# @target 8.14\n${role('{ <|>')}`, 'remote_indices', '-remote_cluster'],
    ['everything for a target that cannot be read', `# @target new\n${role('{ <|>')}`, 'remote_cluster'],
    ['a map entry', key('{ "role_descriptors": { <|>'), '‹role name›'],
  ])('offers what is missing: %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it.each([
    ['behind a key', key('{ "name" <|>')],
    ['in a comment', key('{\n  // na<|>\n}')],
    ['in an undescribed object', key('{ "unknown": { <|>')],
    ['below a number', key('{ "name": { "a": { <|>')],
  ])('offers nothing %s', (_state, text) => {
    expect(labelsAt(text)).toEqual([]);
  });

  it('offers what may be behind the body, and no fields', () => {
    const labels = labelsAt(key('{ "name": "x" }\n<|>'));
    expect(labels).toContain('?? status == 200');
    expect(labels).not.toContain('expiration');
  });

  it('puts required fields first', () => {
    expect(labelsAt(role('{ "indices": [ { <|>')).slice(0, 2)).toEqual(['names', 'privileges']);
  });

  it('survives ten thousand brackets', () => {
    expect(() => completionsAt(key(`${'['.repeat(10_000)}<|>`))).not.toThrow();
    expect(() => completionsAt(key(`${'{"a":'.repeat(10_000)}<|>`))).not.toThrow();
  });
});

describe('accepted keys', () => {
  const head = key('');
  it.each<[state: string, body: string, label: string, result: string]>([
    ['replaces a bare word', '{ ex<|> }', 'expiration', '{ "expiration": "7d" }'],
    ['replaces an open quote', '{ "ex<|>', 'expiration', '{ "expiration": "7d"'],
    ['replaces a quoted word', '{ "ex<|>" }', 'expiration', '{ "expiration": "7d" }'],
    ['adds the comma in front', '{ "name": "x" <|> }', 'expiration', '{ "name": "x", "expiration": "7d" }'],
    [
      'adds the comma on its line',
      '{\n  "name": "x"\n  ex<|>\n}',
      'expiration',
      '{\n  "name": "x",\n  "expiration": "7d"\n}',
    ],
    ['adds the comma behind', '{ <|> "name": "x" }', 'expiration', '{ "expiration": "7d", "name": "x" }'],
    [
      'adds both commas',
      '{ "name": "x" <|> "metadata": {} }',
      'expiration',
      '{ "name": "x", "expiration": "7d", "metadata": {} }',
    ],
    ['adds a comma right behind a bracket', '{ "metadata": {}<|> }', 'name', '{ "metadata": {}, "name": "my-key" }'],
    ['keeps the value of a key', '{ "ex<|>": "1d" }', 'expiration', '{ "expiration": "1d" }'],
    [
      'keeps other members behind an open quote',
      '{ "ex<|>, "name": "1d" }',
      'expiration',
      '{ "expiration": "7d", "name": "1d" }',
    ],
  ])('%s', (_state, body, label, result) => {
    expect(acceptAt(key(body), label)).toBe(head + result);
  });

  it('bring the skeleton with the required children, indented as the line is', () => {
    const text = acceptAt(role('{\n    <|>\n    } } }'), 'indices');
    const skeleton = [
      '    "indices": [',
      '        {',
      '            "names": ["logs-*"],',
      '            "privileges": ["read"]',
      '        }',
      '    ]',
    ];
    expect(text).toContain(skeleton.join('\n'));
  });

  it('bring a webhook configuration with its variable unharmed', () => {
    const text = acceptAt(hook('{\n  <|>\n}'), 'config');
    expect(text).toContain('"config": {\n    "url": "https://example.com/webhook",');
    expect(text).toContain('"secret": "{{hook_secret}}"');
  });

  it('make valid JSON of every field of an index entry, from any start', () => {
    for (const label of labelsAt(role('{ "indices": [ { <|> } ] } } }'))) {
      const text = acceptAt(role('{ "indices": [ { <|> } ] } } }'), label);
      expect(() => JSON.parse(text.slice(text.indexOf('{'))) as unknown, label).not.toThrow();
    }
  });
});

describe('values', () => {
  it.each<[state: string, text: string, ...offers: string[]]>([
    ['a boolean', hook('{ "active": <|>'), 'true', 'false'],
    ['a half-typed boolean', hook('{ "active": tr<|> }'), 'true', '-false'],
    ['a string', hook('{ "config": { "content_type": <|>'), '"json"', '"form"'],
    ['inside a string', hook('{ "config": { "content_type": "js<|>" } }'), '"json"', '-"form"'],
    ['inside an open string', hook('{ "config": { "content_type": "js<|>'), '"json"'],
    ['a bare word', hook('{ "config": { "content_type": js<|> } }'), '"json"'],
    ['a string or a number', hook('{ "config": { "insecure_ssl": <|>'), '"0"', '"1"', '0', '1'],
    ['the first item', hook('{ "events": [<|>'), '"push"', '"pull_request"'],
    ['an item in quotes', hook('{ "events": ["pu<|>"] }'), '"push"'],
    ['a further item', hook('{ "events": ["push", <|>] }'), '-"push"', '"pull_request"'],
    ['an item after a missing comma', hook('{ "events": ["push" <|>] }'), '-"push"', '"pull_request"'],
    ['privileges', role('{ "cluster": ["<|>"] } } }'), '"manage_own_api_key"', '"monitor"'],
    ['index privileges', role('{ "indices": [ { "privileges": ["re<|>'), '"read"'],
    ['a value before another key', hook('{ "active": <|>\n "events": [] }'), 'true', 'false'],
    ['an object', hook('{ "config": <|>'), '{ … }'],
    ['an array of objects', role('{ "indices": <|>'), '[ … ]'],
  ])('offers %s', (_state, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('puts the default first', () => {
    expect(labelsAt(hook('{ "config": { "content_type": <|> } }'))[0]).toBe('"form"');
    expect(labelsAt(hook('{ "active": <|> }'))[0]).toBe('true');
  });

  it.each([
    ['adds a comma behind', '{ "active": <|>\n "events": [] }', 'false', '{ "active": false,\n "events": [] }'],
    ['replaces the whole string', '{ "name": "w<|>" }', '"web"', '{ "name": "web" }'],
    [
      'adds a comma before an item',
      '{ "events": ["push" <|>] }',
      '"pull_request"',
      '{ "events": ["push", "pull_request"] }',
    ],
  ])('%s', (_state, body, label, result) => {
    expect(acceptAt(hook(body), label)).toBe(hook(result));
  });

  it('offers a whole body where none is', () => {
    const text = acceptAt('POST /_security/api_key\n\n<|>', '{ … }');
    expect(JSON.parse(text.split('\n\n')[1]!)).toEqual({ name: 'my-key' });
  });
});

describe('nothing', () => {
  it.each<[state: string, text: string]>([
    ['in a comment behind a comma', key('{ "name": "x", // the <|>name\n}')],
    ['inside the slashes of a comment', key('{ "name": "x", /<|>/ the name\n}')],
    ['in a block comment', key('{ /* <|> */ }')],
    ['behind a number sign', key('{ "name": "x", # the <|>name\n}')],
    ['before a value that is there', key('{ "name":<|> "x" }')],
    ['before an object that is there', key('{ "metadata": <|>\n  {} }')],
    ['before the body', key('<|>{ "name": "x" }')],
    ['between the braces that close a variable', key('{ "name": "{{a}<|>}" }')],
  ])('is offered %s', (_state, text) => {
    expect(labelsAt(text)).toEqual([]);
  });

  it('keeps a value from being offered where the next key follows', () => {
    expectOffers(update('{ "active": <|>\n  "events": [] }'), 'true', 'false');
    expectOffers(hook('{ "events": [<|> "push"] }'), '"issues"');
  });
});

describe('the lines of a bulk body', () => {
  it('stay lines', () => {
    const accepted = acceptAt('POST /books/_bulk\n\n{ "index": { <|> } }\n{ "a": 1 }\n', 'dynamic_templates');
    expect(accepted.split('\n')).toHaveLength(5);
  });
});
