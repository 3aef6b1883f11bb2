import { expect, it } from 'vitest';
import { mayInclude } from './may-include';

it.each([
  '< ./body.json',
  '  <@latin1 ./body.json',
  'import ./others.http',
  'RUN #login',
  '# @import ./others.http',
  '# @rights-of ./role.json',
  '// @for ./users.csv',
  '\tcurl https://example.com -d @body.json',
  '> ./check.js',
  '?? schema ./schema.json',
  '# @assert body matches ./expected.json',
  '# @assert body matches ../expected.json',
])('sees that a text can take in a file by %j', (line) => {
  expect(mayInclude(`### A\nPOST /a\n\n${line}\n`)).toBe(true);
});

it.each([
  '{ "a": "<b>", "import": true }',
  '# @former name',
  '# He runs it with curl.',
  'X-A: matches /a',
  '> {%',
  'GET /?b=??',
])('does not see that in %j', (line) => {
  expect(mayInclude(`### A\nPOST /a\n\n${line}\n`)).toBe(false);
});
