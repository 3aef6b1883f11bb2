import { describe, expect, it } from 'vitest';
import type { CompiledBody, CompiledObject } from '../../../packages/description/src/compiled';
import { findingsInText } from './check-described';

const shape: CompiledObject = {
  type: 'object',
  name: 'form',
  fields: [
    { name: 'name', shape: { type: 'string' }, required: true },
    { name: 'age', shape: { type: 'integer' } },
    { name: 'role', shape: { type: 'string', values: { values: ['user', 'admin'] } } },
    { name: 'tags', shape: { type: 'array', items: { type: 'string' } } },
    {
      name: 'note',
      shape: { type: 'string', constraints: [{ rule: 'malformed-text', options: { pattern: '^a b$' } }] },
    },
  ],
};
const encoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';
const forms: CompiledBody = {
  forms: [
    { mediaType: encoded, shape },
    { mediaType: multipart, shape },
  ],
  mediaTypes: [encoded, multipart],
};

function sent(mediaType: string | undefined, body: string, described: CompiledBody = forms): readonly string[] {
  const header = mediaType === undefined ? '' : `Content-Type: ${mediaType}\n`;
  return findingsInText({ body: described }, `# @endpoint things\nPOST /things\n${header}\n${body}\n`);
}

const lacksName = 'warning required-field: The form lacks the required field `name`.';

describe('a form in a body', () => {
  it.each([
    ['name=a&age=1&role=user', []],
    ['name=a\n&age=1\n&role=user', []],
    ['name=a&\n# a comment\nage=1', []],
    ['name=a&age=x', ['warning wrong-type: `age` must be an integer.']],
    ['name=a\n&age=x', ['warning wrong-type: `age` must be an integer.']],
    ['name=a&age={{age}}', []],
    ['name=a&role=usr', ['warning unknown-value: `role` must be `user` or `admin`; did you mean `user`?']],
    ['name=a&agee=1', ['warning unknown-field: `agee` is not a described field of the form; did you mean `age`?']],
    ['age=1', [lacksName]],
    ['{{key}}=1', []],
    ['name=a&tags=b&tags=c', []],
    ['name=a&tags[]=b&tags[0]=c', []],
    ['name=a&note=a+b', []],
    ['name=a&note=a%20b', []],
    ['name=a&note=b', ['warning malformed-text: `note` must match the pattern `^a b$`.']],
  ])('%j', (body, expected) => {
    expect(sent(encoded, body)).toEqual(expected);
  });

  it('is assumed where no media type is written', () => {
    expect(sent(undefined, 'age=1')).toEqual([lacksName]);
  });

  it.each([
    [['name', 'a'], ['age', 'x'], ['warning wrong-type: `age` must be an integer.']],
    [
      ['name', 'a'],
      ['agee', '1'],
      ['warning unknown-field: `agee` is not a described field of the form; did you mean `age`?'],
    ],
    [['age', '1'], ['role', 'user'], [lacksName]],
    [['name', 'a'], ['note', 'a b'], []],
    [['name', 'a'], ['age', '< ./age.txt'], []],
  ])('of parts: %j and %j', (one, other, expected) => {
    const parts = [one, other].map(
      ([name, value]) => `--b\nContent-Disposition: form-data; name="${name}"\n\n${value}\n`,
    );
    expect(sent(`${multipart}; boundary=b`, `${parts.join('')}--b--`)).toEqual(expected);
  });
});

describe('the media type of a body', () => {
  const json: CompiledBody = { shape: { type: 'object', isOpen: true }, mediaTypes: ['application/json'] };

  it.each([
    [
      'application/json',
      '{}',
      forms,
      [
        `warning unaccepted-media-type: This operation takes \`${encoded}\` or \`${multipart}\`, not \`application/json\`.`,
      ],
    ],
    [
      undefined,
      '{}',
      forms,
      [`warning unaccepted-media-type: This operation takes a form as \`${encoded}\` or \`${multipart}\`, not JSON.`],
    ],
    [
      encoded,
      'a=b',
      json,
      [`warning unaccepted-media-type: This operation takes \`application/json\`, not \`${encoded}\`.`],
    ],
    ['application/vnd.things+json; charset=utf-8', '{}', json, []],
    [undefined, '{}', json, []],
    ['{{type}}', '{}', forms, []],
    ['text/plain', 'a', { mediaTypes: ['text/*'] }, []],
    ['text/plain', 'a', { shape: { type: 'any' } }, []],
  ] as const)('%s with %s', (mediaType, body, described, expected) => {
    expect(sent(mediaType, body, described)).toEqual(expected);
  });
});
