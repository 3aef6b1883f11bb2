import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { settingsFolder, trustedEndpoints } from '../../../../packages/node/src/credentials/trusted-endpoints';

const prod = { name: 'prod', origin: 'https://es.example' };

function trustedIn(text?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-trusted-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const trusted = trustedEndpoints(() => folder);
  if (text !== undefined) {
    mkdirSync(join(folder, 'rulebook'));
    writeFileSync(trusted.path, text, { mode: 0o600 });
  }
  return trusted;
}

it('are kept by name and origin, each once', () => {
  const trusted = trustedIn();
  expect(trusted.has(prod)).toBe(false);
  trusted.add(prod);
  trusted.add({ ...prod, name: 'other' });
  trusted.add(prod);
  expect([trusted.has(prod), trusted.has({ ...prod, name: 'other' })]).toEqual([true, true]);
  expect(trusted.has({ ...prod, origin: 'https://evil.example' })).toBe(false);
  expect(trusted.has({ ...prod, name: 'evil' })).toBe(false);
});

it.each(['{', 'null', '5', '{}', '{"endpoints":5}', '{"endpoints":[null,5,{"name":"prod"},{"origin":"x"}]}'])(
  'are none in %s, which is written anew',
  (text) => {
    const trusted = trustedIn(text);
    expect(trusted.has(prod)).toBe(false);
    trusted.add(prod);
    expect(JSON.parse(readFileSync(trusted.path, 'utf8'))).toEqual({ version: 1, endpoints: [prod] });
  },
);

it.skipIf(process.platform === 'win32')('are not read or written where others can read them', () => {
  const trusted = trustedIn(JSON.stringify({ endpoints: [prod] }));
  expect(trusted.has(prod)).toBe(true);
  chmodSync(trusted.path, 0o644);
  expect(trusted.has(prod)).toBe(false);
  expect(() => {
    trusted.add(prod);
  }).toThrow('other users can read it');
});

it.skipIf(process.platform === 'win32')('are in the folder of settings, which is an absolute path', () => {
  const usual = join(homedir(), '.config');
  expect(['/settings', 'settings', '', undefined].map((folder) => settingsFolder(() => folder))).toEqual([
    '/settings',
    ...[usual, usual, usual],
  ]);
});
