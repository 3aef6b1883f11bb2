import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { WayQuestion } from '../../../../engine/src/sending/send/index';
import { privateWays } from '../../../../platform/node/credentials/private-ways';

const token = { kind: 'process', name: 'TOKEN' } as const;
const way = 'https://x.example';
const question: WayQuestion = {
  ...{ sources: [token], what: 'the environment variable TOKEN', way, origin: way, shown: { way, origin: way } },
  place: undefined,
};

/** Ways in a folder of settings of their own, with an answer to each question. */
function waysWith(folder: string, answer?: boolean) {
  const questions: string[] = [];
  const confirm = (text: string) => Promise.resolve((questions.push(text), answer === true));
  const environment: Readonly<Record<string, string>> = { XDG_CONFIG_HOME: folder, APPDATA: folder, TOKEN: 'canary' };
  const ways = privateWays({
    environment: (name) => environment[name],
    kept: { secrets: { get: () => undefined } as never },
    confirm: answer === undefined ? undefined : confirm,
    onForgotten: () => undefined,
  });
  return { ways, questions };
}

it('are remembered outside of the folder, by names and without values', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-ways-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  expect(await waysWith(folder).ways.ask(question)).toEqual({
    problem: `the environment variable TOKEN has not been sent to ${way} before`,
  });
  expect(await waysWith(folder, false).ways.ask(question)).toHaveProperty('problem');
  expect(waysWith(folder).ways.isAllowed(token, way, undefined)).toBe(false);
  const { ways, questions } = waysWith(folder, true);
  expect(await ways.ask(question)).toBeUndefined();
  expect(questions).toEqual([
    `The request sends the environment variable TOKEN to ${way}. Send it? "Yes" is remembered.`,
  ]);
  const later = waysWith(folder).ways;
  expect([later.isAllowed(token, way, undefined), later.isAllowed(token, `${way}:1`, undefined)]).toEqual([
    true,
    false,
  ]);
  const file = join(folder, 'rulebook', 'trusted-endpoints.json');
  expect(readFileSync(file, 'utf8')).toContain('TOKEN');
  expect(readFileSync(file, 'utf8')).not.toContain('canary');
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});
