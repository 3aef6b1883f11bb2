import { afterEach, describe, expect, it } from 'vitest';
import type { Uri } from 'vscode';
import { refused } from '../../../packages/sender/src/refusal';
import type { Endpoint } from '../../../packages/engine/src/index';
import type { ProgramResult, ProgramRun } from '../../../packages/node/src/program-run';
import { runCommand, showFailure } from '../../../client/src/command-line/run-command';
import { asked, settings, Uri as Uris } from './vscode';

type Services = Parameters<typeof runCommand>[0];
type Answer = Awaited<ReturnType<Services['credentials']['find']>>;

const shop: Endpoint = { name: 'shop-1', service: 'shop', baseUrl: 'https://shop.example' };
const folder = Uris.parse('file:///shop') as unknown as Uri;
const done: ProgramResult = { code: 0, output: 'done', errors: '', all: 'done' };

function services(found: Answer, results: ProgramResult[] = [done]) {
  const runs: { readonly args: readonly string[]; readonly run: ProgramRun }[] = [];
  const given = {
    ports: {
      runCommand: (args: readonly string[], run: ProgramRun) => {
        runs.push({ args, run });
        return Promise.resolve(results.length > 1 ? results.shift()! : results[0]!);
      },
    },
    credentials: { find: () => Promise.resolve(found), ask: () => Promise.resolve((found = { credential: 'typed' })) },
    log: { info: () => undefined },
  };
  return { services: given as unknown as Services, runs };
}

const command = { folder, args: ['pull'], title: 'Reading…' };

afterEach(() => {
  asked.questions.length = 0;
  settings.isTrusted = true;
});

describe('commands of the command line', () => {
  it('get the credential of their endpoint by the environment of their process only', async () => {
    const { services: own, runs } = services({ credential: 'hidden' });
    expect(await runCommand(own, { ...command, endpoint: shop })).toBe(done);
    expect(runs).toMatchObject([
      {
        args: ['pull'],
        run: {
          folder: '/shop',
          variables: { RULEBOOK_CREDENTIAL_SHOP_1: 'hidden', RULEBOOK_ENDPOINT_SHOP_1: 'https://shop.example' },
        },
      },
    ]);
  });

  it('are trusted with it for the whole way that the user gave it to', async () => {
    const { services: own, runs } = services({ credential: 'hidden' });
    await runCommand(own, { ...command, endpoint: { ...shop, proxy: 'http://proxy.example:8080' } });
    expect(runs[0]?.args).toEqual(['pull', '--trust-endpoint', 'shop-1']);
  });

  it('get none without an endpoint', async () => {
    const { services: own, runs } = services({ credential: 'hidden' });
    await runCommand(own, command);
    expect(runs[0]?.run.variables).toEqual({});
  });

  it('are run again with the credential that the service wants', async () => {
    const refused = { ...done, code: 3, all: 'rulebook: the endpoint responds with 401' };
    const { services: own, runs } = services(undefined, [refused, done]);
    expect(await runCommand(own, { ...command, endpoint: shop })).toBe(done);
    expect(runs.map(({ run }) => run.variables?.['RULEBOOK_CREDENTIAL_SHOP_1'])).toEqual([undefined, 'typed']);
  });

  const authentication = { type: 'oauth2', tokenUrl: 'https://shop.example/token', clientId: 'me' } as const;
  const withTokens = (tokens: readonly string[], results?: ProgramResult[]) => {
    const { services: own, runs } = services({ credential: 'client-secret' }, results);
    const left = [...tokens];
    const secrets: (string | undefined)[] = [];
    const given = {
      find: (_: Endpoint, secret: string | undefined) => {
        secrets.push(secret);
        const [token] = left;
        return Promise.resolve(token === undefined ? refused('no token was given') : { credential: `Bearer ${token}` });
      },
      forget: () => Promise.resolve(void left.shift()),
    };
    return { services: { ...own, tokens: given } as unknown as Services, runs, secrets };
  };

  it('get the token of an endpoint with OAuth 2, and never the secret with which the editor gets it', async () => {
    const { services: own, runs, secrets } = withTokens(['one']);
    expect(await runCommand(own, { ...command, endpoint: { ...shop, authentication } })).toBe(done);
    expect(secrets).toEqual(['client-secret']);
    expect(runs.map(({ run }) => run.variables)).toEqual([
      { RULEBOOK_TOKEN_SHOP_1: 'one', RULEBOOK_ENDPOINT_SHOP_1: 'https://shop.example' },
    ]);
  });

  it('are run again with another token where the service refuses the first, and not at all without one', async () => {
    const wrong = { ...done, code: 3, all: 'rulebook: the endpoint responds with 401' };
    const again = withTokens(['one', 'two'], [wrong, done]);
    expect(await runCommand(again.services, { ...command, endpoint: { ...shop, authentication } })).toBe(done);
    expect(again.runs.map(({ run }) => run.variables?.['RULEBOOK_TOKEN_SHOP_1'])).toEqual(['one', 'two']);
    const none = withTokens([]);
    expect(await runCommand(none.services, { ...command, endpoint: { ...shop, authentication } })).toBeUndefined();
    expect(none.runs).toEqual([]);
    expect(asked.questions).toEqual(['No token was given.']);
  });

  it('are not run in a workspace that is not trusted', async () => {
    const { services: own, runs } = services({ credential: 'hidden' });
    settings.isTrusted = false;
    expect(await runCommand(own, command)).toBeUndefined();
    expect(runs).toEqual([]);
    expect(asked.questions.join()).toMatch(/trusted workspace/);
  });
});

describe('a command that failed', () => {
  it('is explained by what it has complained about', async () => {
    await showFailure({ ...done, code: 2, errors: 'rulebook: nothing was sent: why\n' });
    expect(asked.questions).toEqual(['Nothing was sent: why']);
  });
});
