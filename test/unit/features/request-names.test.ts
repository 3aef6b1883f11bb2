import { describe, expect, it } from 'vitest';
import { acceptAt, expectOffers, hoverTextAt, labelsAt } from './check-feature';

const requests = `### log in
# @name login
POST https://example.com/login?token=abc

### create
POST https://example.com/items

### two words
GET https://example.com/items

###
`;

describe('names of requests in comments', () => {
  it.each<[string, string, ...string[]]>([
    ['in a sequence', '# @sequence deploy: <|>', 'login', 'log in', 'create', 'two words'],
    ['behind a comma', '# @sequence deploy: login, <|>', 'create'],
    ['between commas', '# @sequence deploy: login, <|>, create', 'two words'],
    ['of which a part is written', '# @sequence deploy: login, cre<|>', 'create', '-login'],
    ['of a reference', '# @ref <|>', 'login', 'create'],
    ['of a forced reference', '// @forceRef lo<|>', 'login'],
    ['of what is run', 'run #<|>', 'login', 'create'],
    ['of what is run, without its sign', 'run <|>', '#login', '#create', '-GET', '-login'],
    ['not behind `import`, where a path follows', 'import <|>'],
    ['of what is run, begun', 'run #lo<|>', 'login'],
    ['not for the name of a sequence', '# @sequence dep<|>'],
  ])('are offered %s', (_what, line, ...offers) => {
    expectOffers(`${requests}${line}\nGET /x`, ...offers);
  });

  it('come first where the list does not have them yet', () => {
    expect(labelsAt(`${requests}# @sequence all: login, <|>\nGET /x`).at(-1)).toBe('login');
  });

  it('replace the name only', () => {
    expect(acceptAt(`${requests}# @sequence all: log<|>, create\nGET /x`, 'login')).toBe(
      '###\n# @sequence all: login, create\nGET /x',
    );
  });

  it('are described by what they send', () => {
    expect(hoverTextAt(`${requests}# @sequence all: create, log<|>in\nGET /x`)).toBe(
      '**`login`** · request\n\n`POST https://example.com/login?token=***`',
    );
    expect(hoverTextAt(`${requests}# @ref two<|> words\nGET /x`)).toContain('GET https://example.com/items');
  });
});

describe('words of directives that compare', () => {
  it.each<[string, string, ...string[]]>([
    ['the words behind the assert', '# @until status == 200 <|>', 'within', 'every'],
    ['half a word', '# @until $.state == "done" wi<|>', 'within', '-every'],
    ['no word twice', '# @until status == 200 within 30 s <|>', 'every', '-within'],
    ['times', '# @until status == 200 within <|>', '10 s', '500 ms', '-every'],
    ['units', '# @until status == 200 within 30 <|>', 's', 'ms', 'm', 'h'],
    ['no words where the assert goes on', '# @until status <|>', '==', '-within'],
    ['operators of a condition', '# @if {{stage}} <|>', '==', 'exists', 'not', '-length', '-status'],
    ['operators behind `not`', '# @if {{stage}} not <|>', 'exists', '-not'],
    ['the paths of a described body', '# @until $.<|>', '$.acknowledged'],
  ])('offers %s', (_what, line, ...offers) => {
    expectOffers(`${line}\nPUT /_snapshot/backup\n`, ...offers);
  });

  it('offers nothing for the value of a condition', () => {
    expect(labelsAt('# @if {{stage}} == <|>\nGET /x')).toEqual([]);
  });

  it('describes a variable of a condition', () => {
    expect(hoverTextAt('@stage = prod\n\n###\n# @if {{sta<|>ge}} == prod\nGET /x')).toContain(
      'another part of this file',
    );
  });
});
