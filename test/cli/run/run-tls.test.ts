import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSelfSigned } from '../../certificate';
import { commandLine, folderOf, spawnCommandLine } from '../command-line';

const ofServer = createSelfSigned();
const ofClient = createSelfSigned();

async function serveTls(more: ServerOptions = {}): Promise<string> {
  const server = createServer({ ...ofServer, ...more }, (_, response) => response.end('hello\n'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The command runs while this process serves, so it is not awaited synchronously. */
async function run(
  cwd: string,
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly out: string }> {
  const child = spawnCommandLine(['run', 'a.http', ...args], { cwd });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, out };
}

const files = { 'ca.pem': ofServer.cert, 'me.pem': ofClient.cert, 'me.key': ofClient.key };
const wantsCertificate = { requestCert: true, rejectUnauthorized: true, ca: [ofClient.cert] };

function folderWith(baseUrl: string, members: object): string {
  const prod = { service: 'search-cluster', baseUrl, ...members };
  return folderOf({
    ...files,
    'rulebook.json': JSON.stringify({ endpoints: { prod }, defaults: { 'search-cluster': 'prod' } }),
    'a.http': 'GET /_security/_authenticate\n',
  });
}

describe('rulebook run over TLS', () => {
  it('takes authority and client certificate from the endpoint', async () => {
    const url = await serveTls(wantsCertificate);
    const members = { ca: './ca.pem', clientCertificate: { certificate: 'me.pem', key: 'me.key' } };
    expect(await run(folderWith(url, members), [])).toMatchObject({ code: 0, out: expect.stringContaining('hello') });
    expect(await run(folderWith(url, {}), [])).toMatchObject({
      code: 3,
      out: expect.stringMatching(/not trusted.*--cacert/),
    });
  });

  it('takes them from its options, which come first', async () => {
    const url = await serveTls(wantsCertificate);
    const options = ['--cacert', 'ca.pem', '--cert', 'me.pem', '--key', 'me.key'];
    expect(await run(folderWith(url, { ca: 'missing.pem' }), options)).toMatchObject({
      code: 0,
      out: expect.stringContaining('hello'),
    });
    expect(await run(folderWith(url, {}), ['--key', 'me.key'])).toMatchObject({
      code: 2,
      out: expect.stringContaining('add --cert'),
    });
  });

  it('says that a connection was not verified, and why a file cannot be used', async () => {
    const url = await serveTls();
    const insecure = await run(folderWith(url, { insecure: true }), []);
    expect(insecure.out).toContain('# TLS certificate not verified');
    const missing = await run(folderWith(url, { ca: 'missing.pem' }), []);
    expect(missing).toMatchObject({
      code: 3,
      out: expect.stringMatching(/was not sent: .*missing\.pem cannot be read/),
    });
  });
});

describe('rulebook curl over TLS', () => {
  it.skipIf(spawnSync('curl', ['--version']).status !== 0)('writes the files of the endpoint', async () => {
    const url = await serveTls(wantsCertificate);
    const cwd = folderWith(url, { ca: 'ca.pem', clientCertificate: { certificate: 'me.pem', key: './me.key' } });
    const env = { RULEBOOK_PASSPHRASE_PROD: 'canary-of-the-passphrase' };
    const { code, out, error } = await commandLine(['curl', 'a.http'], { cwd, env });
    expect(code).toBe(0);
    expect(out).toContain(' \\\n  --cert me.pem \\\n  --key me.key \\\n  --cacert ca.pem\n');
    expect(error).toContain('rulebook: a passphrase of the key is not written');
    expect(error).toContain('rulebook: curl trusts the authorities of --cacert only');
    expect(out + error).not.toMatch(/canary|BEGIN/);
    const answer = await new Promise((done) => {
      execFile('bash', ['-c', out], { cwd }, (_, printed) => {
        done(printed);
      });
    });
    expect(answer).toBe('hello\n');
  });

  it('writes paths from the current folder, and no files for another origin', async () => {
    const members = { clientCertificate: { certificate: '~/me.pem', key: '/keys/me.key' } };
    const cwd = folderWith('https://a.example.org', members);
    const { out } = await commandLine(['curl', 'a.http'], { cwd, env: { HOME: cwd } });
    expect(out).toContain('--cert me.pem ');
    expect(out).toMatch(/--key [./]*\/keys\/me\.key\n/);
    writeFileSync(join(cwd, 'b.http'), 'GET https://b.example.org/\n');
    const elsewhere = await commandLine(['curl', 'b.http'], { cwd });
    expect(elsewhere.out).not.toContain('--cert');
    expect(elsewhere.error).toBe('');
  });
});
