import { describe, expect, it } from 'vitest';
import { copyRequest } from './index';

// PowerShell is not available where the tests run. This models its rules: how a literal is read, and how the C runtime splits what
// PowerShell passes on unchanged because it is in quotation marks.

/** Returns the value of an expression of literals and variables. */
function evaluate(text: string, env: Readonly<Record<string, string>> = {}): string {
  const token = /\s*(?:'((?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*)'|\$env:(\w+)|[+()])/y;
  let value = '';
  while (token.lastIndex < text.length) {
    const match = token.exec(text);
    if (match === null) throw new Error(`cannot be read: ${text}`);
    if (match[1] !== undefined) value += match[1].replace(/(['\u2018-\u201b])['\u2018-\u201b]/g, '$1');
    else if (match[2] !== undefined) value += env[match[2]] ?? '';
  }
  return value;
}

/** Returns the first argument of a command line, as the C runtime reads it. */
function firstArgument(line: string): string {
  let value = '';
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0;
    at += slashes;
    if (line[at] === '"') {
      value += '\\'.repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) value += '"';
      else isQuoted = !isQuoted;
    } else {
      value += '\\'.repeat(slashes);
      if (at >= line.length || (!isQuoted && /\s/.test(line[at] ?? ''))) break;
      value += line[at] ?? '';
    }
  }
  return value;
}

function headersOf(values: readonly string[], secrets: readonly string[] = []): readonly string[] {
  const copied = copyRequest('powershell', {
    request: {
      method: 'GET',
      url: 'http://127.0.0.1/',
      headers: values.map((value, index) => [`X-${index}`, value] as const),
    },
    secrets,
    hrefOf: (url) => url,
  });
  if ('problem' in copied) throw new Error(copied.problem);
  return [...copied.text.matchAll(/ -H (.*?)(?: `)?$/gm)].map(([, text = '']) => text);
}

describe('a curl command for PowerShell', () => {
  const values = [
    'plain',
    'two words',
    'it\'s "quoted"',
    'ends with \\',
    '\\" \\\\" a\\b \\\\',
    '$env:PATH `n $(x)',
    '%PATH% ^ & |',
  ];

  it.each(values.map((value, index) => [value, index] as const))('passes %s on unchanged', (value, index) => {
    const text = headersOf(values)[index] ?? '';
    expect(firstArgument(evaluate(text))).toBe(`X-${index}: ${value}`);
  });

  it('reads secrets from the environment', () => {
    const [text = ''] = headersOf(['key s3cret-value "x"'], ['s3cret-value']);
    expect(text).not.toContain('s3cret');
    const name = /\$env:(\w+)/.exec(text)?.[1] ?? '';
    expect(firstArgument(evaluate(text, { [name]: 's3cret-value' }))).toBe('X-0: key s3cret-value "x"');
  });

  it.each(['C:\\s3cret-value', '\\\\s3cret-value\\share\\', 's3cret-value \\'])(
    'passes backslashes next to a secret on unchanged: %s',
    (value) => {
      const [text = ''] = headersOf([value], ['s3cret-value']);
      const name = /\$env:(\w+)/.exec(text)?.[1] ?? '';
      expect(firstArgument(evaluate(text, { [name]: 's3cret-value' }))).toBe(`X-0: ${value}`);
    },
  );

  it('sends the body from a file, in UTF-8', () => {
    const copied = copyRequest('powershell', {
      request: { method: 'POST', url: 'http://127.0.0.1/', headers: [], body: 'it\u2019s' },
      secrets: [],
      hrefOf: (url) => url,
    });
    expect(copied).toHaveProperty('text', expect.stringContaining("[Convert]::FromBase64String('aXTigJlz')"));
    expect(copied).toHaveProperty('text', expect.stringContaining('--data-binary "@$body"'));
  });
});
