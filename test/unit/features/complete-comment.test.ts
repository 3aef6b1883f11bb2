import { describe, expect, it } from 'vitest';
import { acceptAt, completionsAt, expectOffers, hoverTextAt } from './check-feature';

const file = (last: string) =>
  `@repository = backup\n\n### Key\n# @name created\nPUT /_security/api_key\n\n{ "name": "k" }\n\n### Hook\n# @name hook\nPOST /repos/o/r/hooks\n\n###\n${last}`;

describe('variables', () => {
  it.each<[string, string, ...string[]]>([
    [
      'the names of the whole file',
      file('GET /_snapshot/{{<|>}}'),
      'repository',
      'created.response.',
      'hook.response.',
    ],
    ['a variable that is below', 'GET /_snapshot/{{<|>}}\n\n###\n@below = 1\n', 'below'],
    [
      'no answer of the request itself',
      file('# @name own\nGET /_snapshot/{{<|>}}'),
      '-own.response.',
      'hook.response.',
    ],
    [
      'the members of a response',
      file('GET /_snapshot\nAuthorization: ApiKey {{created.response.<|>}}'),
      'created.response.body.$.encoded',
      'created.response.body.$.id',
      'created.response.body.*',
      '-repository',
      '-hook.response.',
    ],
    [
      'members of members, and header fields',
      file('GET /repos/o/r/hooks/{{hook.response.<|>}}'),
      'hook.response.body.$.id',
      'hook.response.body.$.config.url',
      'hook.response.headers.etag',
    ],
    ['items of lists', '# @name all\nGET /repos/o/r/hooks\n\n###\nGET /x/{{all.r<|>', 'all.response.body.$[0].id'],
    ['nothing about an unknown request', file('GET /x/{{other.response.<|>}}')],
    ['behind a percent sign', file('GET /_snapshot/{{%rep<|>}}'), 'repository'],
  ])('offers %s', (_what, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('closes the braces, but not behind a name that goes on', () => {
    expect(acceptAt(file('GET /_snapshot/{{rep<|>'), 'repository')).toContain('GET /_snapshot/{{repository}}');
    expect(acceptAt(file('GET /_snapshot/{{cre<|>'), 'created.response.')).toMatch(/\{\{created\.response\.$/);
    expect(acceptAt(file('GET /_snapshot/{{%rep<|>}}'), 'repository')).toContain('{{%repository}}');
  });

  it('never offers a value', () => {
    const offers = completionsAt('@secret = s3cr3t-value\n\n###\nGET /x/{{<|>}}');
    expect(JSON.stringify(offers)).not.toContain('s3cr3t-value');
  });

  it('are described by where they are defined', () => {
    expect(hoverTextAt(file('GET /_snapshot/{{repo<|>sitory}}'))).toContain('another part of this file');
    expect(hoverTextAt(file('GET /x/{{created.res<|>ponse.body.$.id}}'))).toContain('the request `created`');
    expect(hoverTextAt(file('GET /x/{{else<|>where}}'))).toContain('Not defined in this file');
  });
});

describe('comments that silence rules', () => {
  it.each<[string, string, ...string[]]>([
    ['the word', '# <|>\nGET /x', 'rulebook-ignore', '@endpoint', '@target', '@deployment', '@name'],
    ['the word, begun', '# rule<|>\nGET /x', 'rulebook-ignore'],
    ['no word behind an @', '# @<|>\nGET /x', '-rulebook-ignore', '@endpoint'],
    ['the rules', '# rulebook-ignore <|>\nGET /x', 'unknown-field', 'wrong-type'],
    ['a rule, begun', '# rulebook-ignore unkn<|>\nGET /x', 'unknown-field', '-wrong-type'],
    ['no rule twice', '# rulebook-ignore wrong-type <|>\nGET /x', 'unknown-field', '-wrong-type'],
    [
      'a rule under the cursor',
      '# rulebook-ignore wrong-ty<|>pe unknown-field\nGET /x',
      'wrong-type',
      '-unknown-field',
    ],
    ['the rules inside a body', 'PUT /_security/api_key\n\n{\n  // rulebook-ignore <|>\n  "name": 1\n}', 'wrong-type'],
  ])('offers %s', (_what, text, ...offers) => {
    expectOffers(text, ...offers);
  });

  it('say what each rule reports', () => {
    const offer = completionsAt('# rulebook-ignore <|>\nGET /x').find(({ label }) => label === 'dropped-secret');
    expect(offer?.detail).toMatch(/^Reports /);
    expect(acceptAt('# rulebook-ignore drop<|>\nGET /x', 'dropped-secret')).toBe(
      '# rulebook-ignore dropped-secret\nGET /x',
    );
  });
});

describe('values of directives', () => {
  const above =
    '@stage = prod\n@ids = 1, 2\n\n### Other\n# @name other\n# @tag smoke, slow one\nGET /_snapshot\n\n###\n';
  it.each<[string, ...string[]]>([
    ['# @if <|>\nGET /x', '{{stage}}', '{{ids}}', '-exists'],
    ['# @if {{stage}} <|>\nGET /x', '==', 'exists', '-{{stage}}'],
    ['# @disabled <|>\nGET /x', '!stage', '{{stage}}'],
    ['# @loop <|>\nGET /x', 'for 3', 'for item of ["a", "b"]', 'for item of ids'],
    ['# @loop for id <|>\nGET /x', 'of', '-ids'],
    ['# @loop for id of <|>\nGET /x', 'ids', 'stage', '["a", "b"]', '-for 3', '-id'],
    ['# @loop for id of i<|>\nGET /x', 'ids', '-id'],
    ['# @loop for const id of i<|>\nGET /x', 'ids', '-stage'],
    ['# @for <|>\nGET /x', 'file rows.csv', 'row of file rows.csv'],
    ['# @for user of <|>\nGET /x', 'file rows.csv', '-row of file rows.csv'],
    ['# @for file <|>\nGET /x'],
    ['# @ref <|>\nGET /x', 'other'],
    ['# @forceRef ot<|>\nGET /x', 'other'],
    ['# @timeout <|>\nGET /x', '10 s', '500 ms'],
    ['# @timeout 10 <|>\nGET /x', 's', 'ms', '-10 s'],
    ['# @connection-timeout <|>\nGET /x', '10 s'],
    ['# @delay <|>\nGET /x', '500 ms'],
    ['# @ratelimit <|>\nGET /x', 'minIdleTime 500', 'max 10', 'slot name'],
    ['# @ratelimit slot a <|>\nGET /x', 'minIdleTime 500', '-slot name'],
    ['# @ratelimit max 10 <|>\nGET /x', 'expire 60000', '-max 10', '-minIdleTime 500'],
    ['# @ratelimit max <|>\nGET /x'],
    ['# @prompt <|>\nGET /x/{{user}}/{{stage}}', 'user', '-stage'],
    ['# @secret <|>\nGET /x\nX-Token: {{token}}', 'token'],
    ['# @tag <|>\nGET /x', 'smoke', 'slow one'],
    ['# @tag smoke, <|>\nGET /x', 'slow one', '-smoke'],
    ['# @tag smoke <|>\nGET /x'],
    ['# @name <|>\nPOST /repos/o/r/hooks', 'hooksCreate'],
    ['# @header <|>', 'Accept', 'Content-Type'],
    ['# @header Content-Type: <|>', 'application/json'],
    ['# @note <|>\nGET /x'],
    ['# @no-log <|>\nGET /x'],
  ])('%s', (text, ...offers) => {
    expectOffers(above + text, ...offers);
  });

  it('are complete where they are accepted', () => {
    expect(acceptAt(`${above}# @if <|>\nGET /x`, '{{stage}}')).toContain('# @if {{stage}} \n');
    expect(acceptAt(`${above}# @loop <|>\nGET /x`, 'for item of ids')).toContain('# @loop for item of ids\n');
    expect(acceptAt(`${above}# @loop for id of <|>\nGET /x`, '["a", "b"]')).toContain('for id of ["a", "b"]\n');
    expect(acceptAt(`${above}# @tag smoke, sl<|>\nGET /x`, 'slow one')).toContain('# @tag smoke, slow one\n');
    expect(acceptAt(`${above}# @for <|>\nGET /x`, 'row of file rows.csv')).toContain('# @for row of file rows.csv\n');
  });

  it('names no request like another one', () => {
    expectOffers('# @name hooksCreate\nPOST /repos/o/r/hooks\n\n###\n# @name <|>\nPOST /repos/o/r/hooks');
  });
});
