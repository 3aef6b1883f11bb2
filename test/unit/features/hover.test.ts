import { describe, expect, it } from 'vitest';
import { hoveredAt, hoverTextAt, testEngine, completionsAt, endpoints } from './check-feature';

const key = (body: string): string => `POST /_security/api_key\nContent-Type: application/json\n\n${body}`;
const hook = (body: string): string => `POST /repos/o/r/hooks\n\n${body}`;

describe('hover', () => {
  it.each<[state: string, text: string, about: string, ...parts: string[]]>([
    [
      'a method',
      'PO<|>ST /_security/api_key',
      'POST',
      'Create an API key',
      'manage_own_api_key',
      '`200`',
      '*Documented*',
    ],
    ['a path', 'PUT /_secu<|>rity/api_key', '/_security/api_key', 'Create an API key', 'Search Cluster Service'],
    [
      'a path parameter',
      'GET /repos/oc<|>to/r/hooks',
      'octo',
      '`owner`',
      'path parameter',
      'required',
      'Repository webhooks',
    ],
    ['a variable path segment', 'GET /repos/o/r/hooks/1<|>2', '12', '`hook_id`', 'integer'],
    [
      'a path that was removed',
      'POST /movies/_flu<|>sh/synced',
      '/movies/_flush/synced',
      '**Synced flush** · removed in version 8.0',
      'Use `/{index}/_flush`',
      '*Reference*',
    ],
    ['a method of another operation', 'PU<|>T /repos/o/r/hooks', 'PUT', 'webhooks'],
    [
      'a query name',
      'PUT /_security/api_key?re<|>fresh=true',
      'refresh',
      'query parameter',
      'Default: `true`',
      '`wait_for`',
    ],
    [
      'a member in the data of a curl command',
      `curl -X POST https://hub.example.org/api/v3/repos/o/r/hooks -d '{"eve<|>nts": ["push"]}'`,
      '"events"',
      '`events`',
    ],
    ['a query value', 'PUT /_security/api_key?refresh=wait<|>_for', 'wait_for', 'Wait for the next refresh'],
    ['a common query parameter', 'PUT /_security/api_key?pre<|>tty', 'pretty', 'is indented', '*Reference*'],
    [
      'a header name',
      'PUT /_security/api_key\nAuthor<|>ization: ApiKey {{k}}',
      'Authorization',
      'header field',
      'Authentication',
    ],
    [
      "a vendor's header",
      'GET /repos/o/r/hooks\nX-GitHub-Api-Ver<|>sion: 2022-11-28',
      'X-GitHub-Api-Version',
      'X-Vendor-Api-Version',
    ],
    [
      "a neutral header of a vendor's endpoint",
      '# @endpoint hub\nGET /repos/o/r/hooks\nX-Vendor-Api-Ver<|>sion: 2022-11-28',
      'X-Vendor-Api-Version',
      '**`X-GitHub-Api-Version`**',
    ],
    [
      'a header value',
      'GET /repos/o/r/hooks\nX-Vendor-Api-Version: 2022<|>-11-28',
      '2022-11-28',
      'The version that the document describes',
    ],
    [
      "a vendor's media type",
      'GET /repos/o/r/hooks\nAccept: application/vnd.git<|>hub+json',
      'application/vnd.github+json',
      'recommended media type',
    ],
    [
      'a key',
      key('{ "exp<|>iration": "7d" }'),
      '"expiration"',
      'string (time value)',
      'optional',
      'API key create request body',
      '*Reference*',
    ],
    ['the value of a key', key('{ "expiration": "7<|>d" }'), '"7d"', '`expiration`'],
    [
      'a map entry',
      key('{ "role_descriptors": { "my<|>-role": {} } }'),
      '"my-role"',
      'role name',
      'the permissions that it grants',
    ],
    [
      'a deep key',
      key('{ "role_descriptors": { "r": { "indices": [ { "na<|>mes": [] } ] } } }'),
      '"names"',
      '**required**',
      'string or array of string',
    ],
    [
      'a key with a version',
      key('{ "role_descriptors": { "r": { "remote_<|>indices": [] } } }'),
      '"remote_indices"',
      'Since 8.14.0',
    ],
    [
      'a time value',
      key('{ "expira<|>tion": "7d" }'),
      '"expiration"',
      'Units: `d`, `h`, `m`, `s`, `ms`, `micros`, `nanos` *(reference',
    ],
    ['a parameter that may be alone', 'PUT /_security/api_key?ref<|>resh', 'refresh', 'Without a value: `true`'],
    [
      'a deprecated operation',
      'GET /projects/1/colla<|>borators',
      '/projects/1/collaborators',
      'List collaborators of a classic project',
      '**Deprecated**: Projects (classic) is being closed down',
      '`304`',
    ],
    [
      'a member of a failure',
      'GET /repos/o/r/hooks\n\nHTTP/1.1 404 Not Found\n\n{ "mess<|>age": "x" }',
      '"message"',
      'response field',
      '*Reference*',
    ],
    ['an item', hook('{ "events": ["pu<|>sh"] }'), '"push"', '`"push"`', '`events`'],
    ['a default', hook('{ "act<|>ive": true }'), '"active"', 'Default: `true`', 'boolean'],
    ['a boolean', hook('{ "active": tr<|>ue }'), 'true', '`active`'],
    ['the first character', hook('{ "config": { "insecure_ssl": <|>1 } }'), '1', '`insecure_ssl`', 'Do not verify'],
    [
      'a string or number',
      hook('{ "config": { "insecure<|>_ssl": 1 } }'),
      '"insecure_ssl"',
      'string or number',
      '`0`: Verify the SSL certificate',
    ],
    ['a value', hook('{ "config": { "insecure_ssl": "1<|>" } }'), '"1"', 'Do not verify'],
    ['an unfinished body', hook('{ "config": { "ur<|>l": "x"'), '"url"', 'The absolute URL that receives'],
    ['a directive', '# @end<|>point hub\nGET /repos/o/r/hooks', 'endpoint', 'directive', 'rulebook.json'],
    ['a variable', '@host = x\nGET {{ho<|>st}}/x', '{{host}}', '`host`', 'line 1'],
    ['a variable from elsewhere', 'GET {{ho<|>st}}/x', '{{host}}', 'Not defined in this file'],
    ['a system variable', 'GET /x/{{$gu<|>id}}', '{{$guid}}', 'UUID'],
    [
      'a recorded response',
      'PUT /_security/api_key\n\n{}\n\nHTTP/1.1 200 OK\n\n{ "enc<|>oded": "x" }',
      '"encoded"',
      'response field',
      'Since 7.16.0',
    ],
  ])('describes %s', (_state, text, about, ...parts) => {
    expect(hoveredAt(text)).toBe(about);
    const markdown = hoverTextAt(text);
    for (const part of parts) expect(markdown).toContain(part);
  });

  it.each([
    ['a blank line', 'PUT /_security/api_key\n<|>\n{}'],
    ['an unknown key', key('{ "metadata": { "a": { "wh<|>at": 1 } } }')],
    ['an unknown path', '# rulebook-ignore unknown-path\nGET /wh<|>at/ever'],
    ['the blanks of a body', key('{ <|>   "name": "x" }')],
    ['an unknown directive', '# @unkn<|>own x\nGET /repos/o/r/hooks'],
  ])('does not describe %s', (_state, text) => {
    expect(hoverTextAt(text)).not.toMatch(/\*Documented\*.*\n[^]*\*\*`/);
  });

  it('says what an operation destroys, and where that is', () => {
    expect(hoverTextAt('DELETE /_snap<|>shot/backup')).toContain(
      '- **Loss**: Unregisters the snapshot repository. Only the reference is removed. The snapshots stay in place.',
    );
    expect(hoverTextAt('DEL<|>ETE /some-index')).toContain(
      '- **Loss**: Deletes the index with all documents. *(reference: ',
    );
  });

  it('says each thing once', () => {
    const markdown = hoverTextAt('GET /_cluster/hea<|>lth');
    expect(markdown.match(/does not check/g)).toHaveLength(1);
    const lines = hoverTextAt(key('{ "na<|>me": 5 }')).split('\n\n');
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('says where it is what findings report, and leaves the rest to the editor', () => {
    const markdown = hoverTextAt(key('{ "name": "k", "expi<|>rations": "7d" }'));
    expect(markdown).not.toContain('`unknown-field`');
    expect(markdown).toMatch(/Search Cluster Service › /);
  });

  it('never shows the value of a variable', () => {
    expect(hoverTextAt('@token = hunter2\nGET /x\nAuthorization: Bearer {{to<|>ken}}')).not.toContain('hunter2');
  });

  it('never shows a credential', () => {
    expect(hoverTextAt('GET /repos/o/r/hooks\nAuthorization: Bearer hun<|>ter2')).not.toContain('hunter2');
    expect(hoverTextAt(hook('{ "config": { "secret": "hun<|>ter2" } }'))).not.toContain('hunter2');
  });

  it('answers at every offset of unfinished files', () => {
    const texts = [
      key('{ "name": "x", na'),
      hook('{ "config": { "url"'),
      'POST ',
      'GET {{',
      '###',
      '# @',
      '@a =',
      '\u0000\uD800{{[',
      '\r\n\r\n',
    ];
    for (const text of texts) {
      for (let at = 0; at <= text.length; at++) {
        const marked = `${text.slice(0, at)}<|>${text.slice(at)}`;
        expect(() => hoverTextAt(marked)).not.toThrow();
        expect(() => completionsAt(marked)).not.toThrow();
      }
    }
  });
});

describe('the text of a completion', () => {
  it('is that of the hover', () => {
    const offer = completionsAt(key('{ <|> }')).find(({ label }) => label === 'expiration')!;
    expect(testEngine().describeCompletion(offer.key)).toBe(
      hoverTextAt(key('{ "exp<|>iration": "7d" }')).split('\n\n---')[0],
    );
  });

  it.each(['', 'nonsense', '{}', 'null', '[]', '{"of":"body"}', '{"of":"operation","operation":"none"}'])(
    'is absent for the key %j',
    (text) => {
      expect(testEngine().describeCompletion(text)).toBeUndefined();
    },
  );

  it('exists for every offer', () => {
    const places = [
      '<|>',
      'GET /<|>',
      'PUT /_security/api_key?<|>',
      'GET /repos/o/r/hooks\n<|>',
      key('{ <|>'),
      hook('{ "events": [<|>'),
      '# @<|>\nGET /x',
      'GET {{<|>',
    ];
    for (const place of places) {
      const offers = completionsAt(place, endpoints);
      expect(offers.length).toBeGreaterThan(0);
      for (const { key: reference, label } of offers)
        expect(testEngine().describeCompletion(reference), label).toBeTruthy();
    }
  });
});
