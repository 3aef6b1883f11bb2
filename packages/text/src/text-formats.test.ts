import { describe, expect, it } from 'vitest';
import { textFormatNamed } from './text-formats';

const cases: Readonly<Record<string, { readonly accepted: readonly string[]; readonly refused: readonly string[] }>> = {
  'date-time': {
    accepted: [
      '2030-01-31T12:00:00Z',
      '2030-01-31t12:00:00.123+02:00',
      '2030-01-31',
      '2030-01-31 12:00',
      '2024-02-29T00:00:00Z',
      '20300131T120000Z'.replace('20300131', '2030-01-31'),
    ],
    refused: [
      'tomorrow',
      '2030-02-30T12:00:00Z',
      '2023-02-29',
      '2030-01-31T25:00:00Z',
      '31.01.2030',
      '2030-01-31T12:00:00Zz',
    ],
  },
  time: { accepted: ['12:00:00Z', '12:00', '12:00:00.5+02:00'], refused: ['noon', '12:61', '99:00:00'] },
  duration: {
    accepted: ['P7D', 'PT1H30M', 'P1Y2M3DT4H', '10s', '1h30m', '01:30:00', '30'],
    refused: ['P', 'PT', 'soon', 'P1H'],
  },
  email: {
    accepted: ['a@b', 'Ann <ann@example.com>', 'x+y@example.co.uk'],
    refused: ['ann', 'ann@', '@example.com', 'ann @ example.com'],
  },
  hostname: {
    accepted: ['example.com', 'localhost', 'a_b.example.', '192.0.2.1', 'bücher.example', 'db:5432', '[::1]'],
    refused: ['http://example.com', 'a b', 'a..b', 'example.com/path'],
  },
  ipv4: { accepted: ['192.0.2.1', '10.0.0.0/8'], refused: ['256.0.0.1', '1.2.3', '::1', '10.0.0.0/40'] },
  ipv6: {
    accepted: ['::1', '2001:db8::1', 'fe80::1%eth0', '::ffff:192.0.2.1', '2001:db8::/32', '1:2:3:4:5:6:7:8'],
    refused: ['192.0.2.1', '1::2::3', '1:2:3', 'g::1', ':1'],
  },
  uri: {
    accepted: ['https://example.com/', 'mailto:a@b', 'urn:x:y', 'https://example.com/{id}'],
    refused: ['example', '/path', 'https://a b'],
  },
  'uri-reference': { accepted: ['/path', 'a', '?x=1', 'https://example.com'], refused: ['a b', '<a>'] },
  uuid: {
    accepted: [
      '123e4567-e89b-12d3-a456-426614174000',
      '{123E4567-E89B-12D3-A456-426614174000}',
      '123e4567e89b12d3a456426614174000',
    ],
    refused: ['123e4567', '123e4567-e89b-12d3-a456-42661417400g'],
  },
  'json-pointer': { accepted: ['/a/b', '/', '#/a', '#'], refused: ['a/b', 'a'] },
  regex: {
    accepted: ['^[a-z]+$', '(?i)abc', 'a++', '\\A\\w+\\z', '[]a]', '(?<n>x)'],
    refused: ['(a', '[a', 'a)', 'a\\'],
  },
  byte: { accepted: ['UnVsZXM=', 'UnVsZXM', 'ab-_', 'YWJj\nZGVm'], refused: ['a', 'not base64!', 'a=b='] },
};

describe.each(Object.entries(cases))('the format %s', (name, { accepted, refused }) => {
  const accepts = (text: string) => textFormatNamed(name)?.accepts(text);

  it.each(accepted)('accepts %s', (text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each(refused)('refuses %s', (text) => {
    expect(accepts(text)).toBe(false);
  });

  it('accepts its own example', () => {
    expect(accepts(textFormatNamed(name)?.example ?? '')).toBe(true);
  });
});

describe('a name that is not a format', () => {
  it.each(['constructor', 'int32', ''])('%s has no checker', (name) => {
    expect(textFormatNamed(name)).toBeUndefined();
  });
});
