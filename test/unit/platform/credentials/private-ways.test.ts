import { refused } from '../../../../packages/sender/src/refusal';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WayQuestion } from '../../../../packages/sender/src/ports/index';
import {
  adviseWay,
  privateWays,
  type PrivateWaysOptions,
} from '../../../../packages/node/src/credentials/private-ways';

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
  expect(await waysWith(folder).ways.ask(question)).toEqual(
    refused(`the environment variable TOKEN has not been sent to ${way} before`),
  );
  expect(await waysWith(folder, false).ways.ask(question)).toHaveProperty('cause');
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

describe('ways', () => {
  const kept = { secrets: { get: (name: string) => (name === 'hub' ? { value: 'x', origins: [way] } : undefined) } };
  const waysOf = (more: Partial<PrivateWaysOptions> = {}) =>
    privateWays({
      environment: () => import.meta.filename,
      kept: kept as never,
      onForgotten: () => undefined,
      ...more,
    });
  const place = { name: 'prod', service: 'search-cluster', baseUrl: way };
  const hub = { kind: 'secret', name: 'hub' } as const;

  it('are allowed by an option, or for a secret by what is kept with it', () => {
    expect(waysOf({ allowed: ['https://X.example/a'] }).isAllowed(token, way, undefined)).toBe(true);
    expect(waysOf({ allowed: ['https://y.example'] }).isAllowed(token, way, undefined)).toBe(false);
    expect(waysOf({ trusted: ['prod'] }).isAllowed(token, way, place)).toBe(true);
    expect(waysOf({ trusted: ['other'] }).isAllowed(token, way, place)).toBe(false);
    expect(waysOf({ trusted: ['prod'] }).isAllowed(token, way, undefined)).toBe(false);
    expect(waysOf().isAllowed(hub, way, undefined)).toBe(true);
    expect(waysOf().isAllowed(hub, `${way} unverified`, undefined)).toBe(false);
    expect(waysOf().isAllowed({ ...hub, name: 'other' }, way, undefined)).toBe(false);
  });

  it('of a secret are never asked about', async () => {
    const confirm = () => Promise.resolve(true);
    expect(await waysOf({ confirm }).ask({ ...question, sources: [token, hub] })).toEqual(
      refused(
        `the secret hub is kept for ${way} only, and the request goes to ${way}; keep it for this origin with "rulebook credential set-secret"`,
      ),
    );
  });

  it('are said with what allows them', async () => {
    expect(await waysOf({ advice: () => 'do this' }).ask(question)).toEqual(
      refused(`the environment variable TOKEN has not been sent to ${way} before; if that is meant, do this`),
    );
    expect(adviseWay(question)).toBe(`add --allow-origin ${way}`);
    const detoured = { ...question, way: `${way} unverified` };
    expect(adviseWay(detoured)).toBe('remove `# @insecure` from the request');
    expect(adviseWay({ ...detoured, place })).toBe('add --trust-endpoint prod');
    expect(adviseWay({ ...question, host: 'front.example' })).toBe('write this host in the URL');
  });

  it('of a reference to a secret are asked about, since nothing is kept with it', async () => {
    const reference = { kind: 'secret', name: 'op://vault/item' } as const;
    const ways = waysOf({ kept: { secrets: { get: () => ({ value: 'x', origins: [way] }) } } as never });
    expect(ways.isAllowed(reference, way, undefined)).toBe(false);
    expect(
      await waysOf({ confirm: () => Promise.resolve(true), remembers: false }).ask({
        ...question,
        sources: [reference],
      }),
    ).toBe(undefined);
  });

  it('that are not remembered are asked about without private values, and each time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rulebook-ways-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const questions: string[] = [];
    const ways = waysOf({
      environment: () => folder,
      confirm: (text) => Promise.resolve((questions.push(text), true)),
      remembers: false,
    });
    const shown = { way: 'https://***.example', origin: way };
    expect(await ways.ask({ ...question, shown })).toBeUndefined();
    expect(questions).toEqual(['The request sends the environment variable TOKEN to https://***.example. Send it?']);
    expect(ways.isAllowed(token, way, undefined)).toBe(false);
  });

  it('that the user refuses are named, without private values where nothing is remembered', async () => {
    const refusal = (remembers: boolean) =>
      waysOf({ confirm: () => Promise.resolve(false), remembers }).ask({
        ...question,
        shown: { way: 'https://***.example', origin: way },
      });
    const cause = 'you did not allow sending the environment variable TOKEN to';
    expect(await refusal(true)).toEqual(refused(`${cause} ${way}`));
    expect(await refusal(false)).toEqual(refused(`${cause} https://***.example`));
  });

  it.skipIf(process.platform === 'win32')('see a folder behind links, as files are', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rulebook-ways-')));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    expect(waysOf().realFolder?.(join(folder, 'link'))).toBe(join(folder, 'real'));
  });

  it('go on when the answer cannot be remembered, which is said', async () => {
    const said: string[] = [];
    const ways = waysOf({
      environment: () => join(import.meta.filename),
      confirm: () => Promise.resolve(true),
      onForgotten: (sentence) => void said.push(sentence),
    });
    expect(await ways.ask(question)).toBeUndefined();
    expect(said).toEqual([expect.stringMatching(/cannot be written, so you will be asked again next time$/)]);
    expect(ways.realFolder?.('/no/such/folder')).toBe('/no/such/folder');
  });
});
