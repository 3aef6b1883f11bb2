import { refused } from '../../../../packages/sender/src/refusal';
import { createPrivateKey } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../packages/engine/src/index';
import { createConnectionSource, type ConnectionPorts } from '../../../../packages/node/src/http/connection-options';
import { createSelfSigned } from '../../../certificate';

const folder = mkdtempSync(join(tmpdir(), 'rulebook-test-'));
const pair = createSelfSigned();
const other = createSelfSigned();
const at = (name: string) => join(folder, name);

beforeAll(() => {
  mkdirSync(at('tls'));
  writeFileSync(at('tls/ca.pem'), `A company\n${pair.cert}\n${other.cert}`);
  writeFileSync(at('tls/me.pem'), pair.cert);
  writeFileSync(at('tls/me.key'), pair.key);
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' } as const;
  writeFileSync(at('tls/locked.key'), createPrivateKey(pair.key).export(cipher));
  writeFileSync(at('rubbish.pem'), 's3cret');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const endpoint = (more: Partial<Endpoint>): Endpoint => ({
  name: 'my-prod',
  service: 'search-cluster',
  baseUrl: 'https://es.example',
  ...more,
});
const clientCertificate = { certificate: './tls/me.pem', key: 'tls/me.key' };
const source = (ports: Partial<ConnectionPorts> = {}) =>
  createConnectionSource({ environment: () => undefined, ...ports });

describe('the connection of an endpoint', () => {
  it('is the usual one without members about it', async () => {
    expect(await source()(endpoint({ timeout: 3, insecure: true }), folder)).toBeUndefined();
    expect(await source()(undefined, folder)).toBeUndefined();
  });

  it('has the texts of its files, from the folder of the configuration or by their whole paths', async () => {
    const ca = ['tls/ca.pem', at('tls/me.pem')];
    const options = await source()(endpoint({ ca, clientCertificate, proxy: 'http://p:1' }), folder);
    expect(options).toMatchObject({
      authorities: [pair.cert.trim(), other.cert.trim(), pair.cert.trim()],
      clientCertificate: { certificate: pair.cert, key: pair.key },
      proxy: 'http://p:1',
    });
  });

  it('stays the same object until a file or the passphrase changes', async () => {
    const variables: Record<string, string> = {};
    const of = source({ environment: (name) => variables[name] });
    const one = endpoint({ clientCertificate });
    const first = await of(one, folder);
    expect(await of({ ...one }, folder)).toBe(first);
    utimesSync(at('tls/me.key'), new Date(), new Date(Date.now() + 5000));
    const second = await of(one, folder);
    expect(second).not.toBe(first);
    variables['RULEBOOK_PASSPHRASE_MY_PROD'] = 'open sesame';
    expect(await of(one, folder)).toMatchObject({ clientCertificate: { passphrase: 'open sesame' } });
  });

  it('asks for the passphrase of an encrypted key that the environment does not have', async () => {
    let count = 0;
    const passphraseOf = ({ name }: Endpoint) => Promise.resolve(`${++count} of ${name}`);
    const of = source({ passphraseOf });
    expect(await of(endpoint({ clientCertificate }), folder)).not.toHaveProperty('clientCertificate.passphrase');
    const locked = endpoint({ clientCertificate: { ...clientCertificate, key: 'tls/locked.key' } });
    expect(await of(locked, folder)).toMatchObject({ clientCertificate: { passphrase: '1 of my-prod' } });
    expect(await of(locked, folder)).toMatchObject({ clientCertificate: { passphrase: '1 of my-prod' } });
    expect(await source()(locked, folder)).toEqual(
      refused(expect.stringMatching(/needs a passphrase; set the environment variable RULEBOOK_PASSPHRASE_MY_PROD$/)),
    );
  });

  it('says which passphrase opens the key', async () => {
    const found: boolean[] = [];
    const passphraseOf: ConnectionPorts['passphraseOf'] = (_, opens) => {
      found.push(opens('x'), opens('another'), opens(''));
      return Promise.resolve('x');
    };
    await source({ passphraseOf })(
      endpoint({ clientCertificate: { ...clientCertificate, key: 'tls/locked.key' } }),
      folder,
    );
    expect(found).toEqual([true, false, false]);
  });

  it('takes files that are given instead', async () => {
    const given = { certificate: at('tls/me.pem'), key: at('tls/me.key'), authorities: at('tls/ca.pem') };
    for (const one of [undefined, endpoint({ ca: ['missing.pem'] })]) {
      expect(await source({ given })(one, folder)).toMatchObject({
        authorities: { length: 2 },
        clientCertificate: { certificate: pair.cert, key: pair.key },
      });
    }
  });

  it('leads to a sandbox without a proxy, and to other servers of this machine through that of the endpoint', async () => {
    const here = { baseUrl: 'http://127.0.0.1:9270', proxy: 'http://p:1' };
    expect(await source()(endpoint(here), folder)).toEqual({ proxy: 'http://p:1' });
    expect(await source()(endpoint({ ...here, name: 'sandbox-cluster' }), folder)).toBeUndefined();
  });

  it.each<[string, Partial<Endpoint>, RegExp]>([
    ['a missing authority', { ca: ['missing.pem'] }, /missing\.pem cannot be read: .*; correct the path/],
    ['a folder', { ca: ['tls'] }, /tls cannot be read/],
    ['something else than a certificate', { ca: ['rubbish.pem'] }, /rubbish\.pem holds no usable certificate.*PEM/],
    ['a key in place of an authority', { ca: ['tls/me.key'] }, /me\.key holds no usable certificate/],
    ['a missing key', { clientCertificate: { ...clientCertificate, key: 'no.key' } }, /no\.key cannot be read/],
  ])('cannot be made with %s, and no content is quoted', async (_, more, problem) => {
    const found = await source()(endpoint(more), folder);
    expect(found).toEqual(refused(expect.stringMatching(problem)));
    expect(JSON.stringify(found)).not.toMatch(/s3cret|BEGIN/);
  });
});
