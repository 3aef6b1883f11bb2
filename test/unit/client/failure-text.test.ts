import { expect, it } from 'vitest';
import { failureText } from '../../../client/src/response/failure-text';

it('says which request received no response, where it went and why, in lines that fit into a window', () => {
  const cause = `The certificate of h.example is signed by an authority that is not trusted. ${'Name its file. '.repeat(20)}`;
  const text = failureText('GET /a', { url: 'https://h.example/a', environment: 'live', isProtected: true }, cause);
  const [first, ...lines] = text.trimEnd().split('\n');
  expect(first).toBe('# GET /a received no response · live, protected · https://h.example/a');
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line).toMatch(/^# .{1,90}$/);
  expect(lines.map((line) => line.slice(2)).join(' ')).toBe(cause.trim());
});
