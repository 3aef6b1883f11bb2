import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { credentialFile, type CredentialFile } from '../../../../packages/node/src/credentials/credential-file';
import { fileSecrets, originIn } from '../../../../packages/node/src/credentials/file-secrets';

const endpointAt = (baseUrl: string, name = 'prod') => ({ name, service: 'search-cluster', baseUrl });
const prod = endpointAt('https://es.example');

/** A file in a folder of its own, with a text in it if there is one. */
function fileWith(text?: string): CredentialFile {
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-credentials-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = credentialFile(() => folder);
  if (text !== undefined) {
    mkdirSync(join(folder, 'rulebook'));
    writeFileSync(file.path, text, { mode: 0o600 });
  }
  return file;
}

describe('the file of credentials', () => {
  it('keeps a credential for an endpoint and its address, and forgets it', () => {
    const file = fileWith();
    expect(file.get(prod)).toBeUndefined();
    file.set(prod, 'abc');
    file.set(endpointAt('https://hub.example', 'hub'), 'def');
    file.set(prod, 'ghi');
    expect(file.get(prod)).toBe('ghi');
    expect(file.get(endpointAt('https://evil.example'))).toBeUndefined();
    expect(file.get({ ...prod, proxy: 'http://evil.example' })).toBeUndefined();
    expect(file.list()).toEqual([
      { name: 'hub', address: 'https://hub.example' },
      { name: 'prod', address: 'https://es.example' },
    ]);
    if (process.platform !== 'win32') expect(statSync(file.path).mode & 0o777).toBe(0o600);
    file.set(prod, undefined);
    expect(file.list().map(({ name }) => name)).toEqual(['hub']);
  });

  it('forgets all of a name: credentials of each address, and tokens', async () => {
    const file = fileWith();
    file.set(prod, 'abc');
    file.set(endpointAt('https://other.example'), 'def');
    file.set(endpointAt('https://hub.example', 'hub'), 'ghi');
    file.secrets.set('prod', { value: 'jkl', origins: ['https://es.example'] });
    await file.tokens.set('prod\nhttps://es.example', 'token');
    await file.tokens.set('hub\nhttps://hub.example', 'other');
    expect(file.forget('prod')).toBe(true);
    expect(file.list().map(({ name }) => name)).toEqual(['hub']);
    expect(await file.tokens.get('prod\nhttps://es.example')).toBeUndefined();
    expect(await file.tokens.get('hub\nhttps://hub.example')).toBe('other');
    expect(file.secrets.get('prod')?.value).toBe('jkl');
    expect(file.forget('prod')).toBe(false);
    await file.tokens.set('only\nhttps://es.example', 'token');
    expect(file.forget('only')).toBe(true);
  });

  it('keeps secrets with the origins that they may go to', () => {
    const file = fileWith();
    const hub = { value: 'abc', origins: ['https://a.example', 'https://b.example'] };
    file.secrets.set('hub', hub);
    expect(file.secrets.get('hub')).toEqual(hub);
    expect([file.secrets.get('toString'), file.get({ ...prod, name: 'toString' })]).toEqual([undefined, undefined]);
    expect(file.secrets.list()).toEqual([{ name: 'hub', origins: hub.origins }]);
    expect(readFileSync(file.path, 'utf8')).toContain('"version": 1');
    file.secrets.set('hub', undefined);
    expect(file.secrets.list()).toEqual([]);
  });

  it('forgets a token, and writes nothing where there is none', async () => {
    const file = fileWith();
    await file.tokens.set('none', undefined);
    expect(() => readFileSync(file.path)).toThrow();
    await file.tokens.set('one', 'abc');
    await file.tokens.set('one', undefined);
    expect(await file.tokens.get('one')).toBeUndefined();
  });

  it('is not written over while it is not valid JSON', async () => {
    const file = fileWith('{ "credentials": ');
    expect(file.get(prod)).toBeUndefined();
    expect(() => {
      file.set(prod, 'abc');
    }).toThrow('it is not valid JSON; correct it or remove it');
    // A token is got again next time.
    await file.tokens.set('one', 'abc');
    expect(readFileSync(file.path, 'utf8')).toBe('{ "credentials": ');
  });

  it.each(['null', '5', '[]', '{"credentials":5,"secrets":null}'])('reads nothing from %s', (text) => {
    const file = fileWith(text);
    expect([file.list(), file.secrets.list()]).toEqual([[], []]);
  });

  it('reads only what is whole', () => {
    const secrets = {
      whole: { value: 'abc', origins: ['https://a.example', 5] },
      ...{ withoutOrigins: { value: 'abc' }, withoutValue: { origins: [] }, text: 'abc', none: null },
    };
    const file = fileWith(
      JSON.stringify({ credentials: { 'a\nhttps://a': 'abc', 'b\nhttps://b': 5, alone: 'abc' }, secrets }),
    );
    expect(file.list()).toEqual([
      { name: 'a', address: 'https://a' },
      { name: 'alone', address: '' },
    ]);
    expect(file.secrets.list()).toEqual([{ name: 'whole', origins: ['https://a.example'] }]);
  });

  it.skipIf(process.platform === 'win32')('is not written while others can read it', () => {
    const file = fileWith('{}');
    chmodSync(file.path, 0o644);
    expect(() => {
      file.set(prod, 'abc');
    }).toThrow();
  });

  it('gives secrets, of which the environment has those that count', () => {
    const file = fileWith();
    file.secrets.set('hub', { value: 'kept', origins: [] });
    const secretOf = fileSecrets(file, (name) => (name === 'RULEBOOK_SECRET_MY_KEY' ? 'given' : undefined));
    expect([secretOf('hub'), secretOf('my-key'), secretOf('other')]).toEqual(['kept', 'given', undefined]);
    expect(fileSecrets(file, () => 'given')('hub')).toBe('given');
  });
});

it.each([
  ['https://A.example:443/x', 'https://a.example'],
  ['http://a.example:8080', 'http://a.example:8080'],
  ['ftp://a.example', ''],
  ['xhttp://a.example', ''],
  ['a.example', ''],
])('the origin in %s is %j', (url, origin) => {
  expect(originIn(url)).toBe(origin);
});
