import { refused } from '@rulebook/sender/refusal';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Endpoint } from '@rulebook/engine';
import {
  createCredentialSource,
  credentialHint,
  explainCredentials,
  type CredentialPorts,
} from './environment-credentials';
import { withTokens } from './token-credentials';

const prod: Endpoint = { name: 'prod', service: 'search-cluster', baseUrl: 'https://es.example/base' };
const proxied: Endpoint = { ...prod, proxy: 'http://p.example' };
const noSandbox: CredentialPorts['sandbox'] = { credentialOf: () => undefined } as never;
const set = { RULEBOOK_CREDENTIAL_PROD: 'abc' };
const bound = { ...set, RULEBOOK_ENDPOINT_PROD: 'https://es.example/base' };

/** A source with settings in a folder of its own, and the sentences that it says. */
function sourceIn() {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-credentials-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const said: string[] = [];
  const environmentOf = (variables: Readonly<Record<string, string>>) => (name: string) =>
    ({ XDG_CONFIG_HOME: folder, APPDATA: folder, ...variables })[name];
  const credentialOf = (
    variables: Readonly<Record<string, string>>,
    more: Partial<CredentialPorts> = {},
    endpoint = prod,
  ) =>
    createCredentialSource({
      environment: environmentOf(variables),
      sandbox: noSandbox,
      onForgotten: (sentence) => void said.push(sentence),
      ...more,
    })(endpoint);
  const explain = (variables: Readonly<Record<string, string>>, more: Partial<CredentialPorts> = {}) =>
    explainCredentials({ environment: environmentOf(variables), sandbox: noSandbox, ...more })(prod);
  return { folder, said, credentialOf, explain };
}

describe('the credential of an endpoint', () => {
  const kept = { get: () => 'kept' };
  const ofSandbox = { credentialOf: () => 'of the sandbox' } as never;

  it('is that of the environment, else that of the sandbox, else the one that is kept', async () => {
    const { credentialOf } = sourceIn();
    expect(await credentialOf({})).toEqual({ credential: undefined });
    expect(await credentialOf({}, { kept })).toEqual({ credential: 'kept' });
    expect(await credentialOf({}, { kept, sandbox: ofSandbox })).toEqual({ credential: 'of the sandbox' });
    expect(await credentialOf(bound, { kept, sandbox: ofSandbox })).toEqual({ credential: 'abc' });
  });

  it('is sent where the environment or an option says so', async () => {
    const { credentialOf } = sourceIn();
    expect(await credentialOf(bound)).toEqual({ credential: 'abc' });
    expect(await credentialOf(set, { trusted: ['prod'] })).toEqual({ credential: 'abc' });
    expect(await credentialOf(set, { trusted: ['other'] })).toHaveProperty('cause');
  });

  it('is not sent where only a name says so, and no one can be asked', async () => {
    const { credentialOf } = sourceIn();
    const problem = 'RULEBOOK_CREDENTIAL_PROD has not been sent to https://es.example before (endpoint prod)';
    const setting = 'set RULEBOOK_ENDPOINT_PROD=https://es.example/base';
    const advice = (name: string) => `add --trust-endpoint ${name}`;
    expect(await credentialOf(set)).toEqual(refused(`${problem}; if it belongs there, ${setting}`));
    expect(await credentialOf(set, { advice })).toEqual(
      refused(`${problem}; if it belongs there, add --trust-endpoint prod, or ${setting}`),
    );
    // The variable names no proxy.
    const through = problem.replace('example before', 'example through http://p.example before');
    expect(await credentialOf(set, { advice }, proxied)).toEqual(
      refused(`${through}; if it belongs there, add --trust-endpoint prod`),
    );
    expect(await credentialOf(set, {}, proxied)).toEqual(refused(through));
  });

  it('is sent after a question, which is asked once', async () => {
    const { said, credentialOf } = sourceIn();
    const questions: string[] = [];
    const confirm = (answer: boolean) => (question: string) => Promise.resolve((questions.push(question), answer));
    expect(await credentialOf(set, { confirm: confirm(false) })).toEqual(
      refused('you did not allow sending RULEBOOK_CREDENTIAL_PROD to https://es.example'),
    );
    expect(await credentialOf(set, { confirm: confirm(true) })).toEqual({ credential: 'abc' });
    expect(await credentialOf(set, { confirm: confirm(true) })).toEqual({ credential: 'abc' });
    expect(await credentialOf(set)).toEqual({ credential: 'abc' });
    expect(await credentialOf(set, {}, proxied)).toHaveProperty('cause');
    const question =
      'Send the credential in RULEBOOK_CREDENTIAL_PROD to https://es.example (endpoint prod)? "Yes" is remembered.';
    expect(questions).toEqual([question, question]);
    expect(said).toEqual([]);
  });

  it('is sent although the answer cannot be remembered, which is said', async () => {
    const { folder, said, credentialOf } = sourceIn();
    writeFileSync(join(folder, 'rulebook'), 'a file in the place of the folder');
    expect(await credentialOf(set, { confirm: () => Promise.resolve(true) })).toEqual({ credential: 'abc' });
    expect(said).toEqual([expect.stringMatching(/cannot be written, so you will be asked again next time$/)]);
  });

  it('is asked for by name', () => {
    expect(credentialHint(prod)).toBe(
      'prod (https://es.example/base) received no credential, or rejected it. Set RULEBOOK_CREDENTIAL_PROD, or keep it with `rulebook credential set prod`.',
    );
  });

  it('is explained without its value', async () => {
    const { credentialOf, explain } = sourceIn();
    const source = 'environment variable RULEBOOK_CREDENTIAL_PROD';
    expect(explain({})).toEqual({ kind: 'none', source: 'none; RULEBOOK_CREDENTIAL_PROD is not set' });
    expect(explain({}, { sandbox: ofSandbox })).toEqual({ kind: 'endpoint', source: 'of the running sandbox' });
    expect(explain(bound)).toEqual({ kind: 'endpoint', source });
    expect(explain(set, { trusted: ['prod'] })).toEqual({ kind: 'endpoint', source });
    const open = { kind: 'unknown', source: `${source}, if you confirm that it may go to https://es.example` };
    expect(explain(set)).toEqual(open);
    await credentialOf(set, { confirm: () => Promise.resolve(true) });
    expect(explain(set)).toEqual({ kind: 'endpoint', source });
  });
});

it('of an endpoint with OAuth 2 is a token, which is got with the credential as the secret of the client', async () => {
  const asked: (string | undefined)[] = [];
  const tokens = {
    tokenFor: (_: Endpoint, secret: string | undefined) => {
      asked.push(secret);
      return Promise.resolve(secret === 'bad' ? refused('no token') : { token: 't' });
    },
  } as never;
  const tokenFor = (authentication: Endpoint['authentication'], secret = 'abc') =>
    withTokens(
      () => Promise.resolve(secret === 'open' ? refused('not allowed') : { credential: secret }),
      tokens,
    )({ ...prod, ...(authentication && { authentication }) });
  const oauth = { type: 'oauth2', tokenUrl: 'https://login.example/token' } as const;
  expect(await tokenFor(oauth)).toEqual({ credential: 'Bearer t' });
  expect(await tokenFor({ ...oauth, clientAuthentication: 'none' })).toEqual({ credential: 'Bearer t' });
  expect(await tokenFor(oauth, 'bad')).toEqual(refused('no token'));
  expect(await tokenFor(oauth, 'open')).toEqual(refused('not allowed'));
  expect(await tokenFor({ type: 'bearer' })).toEqual({ credential: 'abc' });
  expect(await tokenFor(undefined)).toEqual({ credential: 'abc' });
  expect(asked).toEqual(['abc', undefined, 'bad']);
});
