import { createServer as createTlsServer } from 'node:https';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSelfSigned } from '../../certificate';
import { listen, serve, serveBytes } from '../../unit/platform/http/loopback-server';
import { commandLine, folderOf } from '../command-line';

/** Sends `GET` to the URL by the program that is shipped. */
function run(url: string, files: Readonly<Record<string, string>> = {}, args: readonly string[] = []) {
  const cwd = folderOf({ 'a.http': `GET ${url}\n`, ...files });
  return commandLine(['run', 'a.http', '--all', ...args], { cwd });
}

describe('rulebook run shows', () => {
  it.each([
    ['gzip', gzipSync(gzipSync('packed')), 'gzip, gzip'],
    ['bare deflate', deflateRawSync('packed'), 'deflate'],
    ['brotli', brotliCompressSync('packed'), 'br'],
    ['zstd', Buffer.from('28b52ffd00003100007061636b6564', 'hex'), 'zstd'],
  ])('a body in %s', async (_, body, coding) => {
    const url = await serve((request, response) => {
      expect(request.headers['accept-encoding']).toBe('gzip, deflate, br, zstd');
      response.writeHead(200, { 'Content-Encoding': coding, 'Content-Type': 'text/plain' }).end(body);
    });
    const { code, out } = await run(url);
    expect(out).toContain('\npacked\n');
    expect(code).toBe(0);
  });

  it('text in its charset', async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'Content-Type': 'text/plain; charset=iso-8859-1' }).end(Buffer.from('café', 'latin1')),
    );
    expect((await run(url)).out).toContain('\ncafé\n');
  });

  it('the name of an image, and none of its bytes', async () => {
    const url = await serve((_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'image/png' })
        .end(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(2040)])),
    );
    const { code, out } = await run(url);
    expect((await run(url, {}, ['--show-secrets'])).out).toContain('PNG image, 2.0 KB');
    expect(out).toContain('PNG image, 2.0 KB');
    expect(out).not.toMatch(/[\0\ufffd]/);
    expect(code).toBe(0);
  });

  it('the beginning of a body that unpacks to more than is kept', async () => {
    const url = await serve((_, response) =>
      response
        .writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' })
        .end(gzipSync('line\n'.repeat(3_000_000))),
    );
    const { out } = await run(url);
    expect(out).toContain('line\nline\n');
    expect(out).toContain('14.3 MB, the rest of the body is not shown');
  });

  it('what came until the connection was cut, with its head', async () => {
    const url = await serveBytes(['HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 100\r\n\r\nhalf']);
    const { out, error } = await run(url);
    expect(out).toContain('HTTP/1.1 200 OK\nX-A: b');
    expect(out).toContain('\nhalf\n');
    expect(out + error).toContain('closed the connection before the response was complete');
  });

  it('a response behind others that announce it, with 100 KB of header fields', async () => {
    const url = await serveBytes([
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
      `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\nContent-Length: 2\r\n\r\nhi`,
    ]);
    const { code, out } = await run(url);
    expect(out).toContain('\nhi\n');
    expect(code).toBe(0);
  });
});

describe('insecure', () => {
  it('holds for the endpoint that says so, and for no other host', async () => {
    const start = () => listen(createTlsServer(createSelfSigned(), (_, response) => response.end('hello')));
    const [port, other] = [await start(), await start()];
    const configuration = JSON.stringify({
      endpoints: { own: { service: 'search-cluster', baseUrl: `https://127.0.0.1:${port}`, insecure: true } },
    });
    const files = { 'rulebook.json': configuration };
    const args = ['--endpoint', 'own'];
    expect((await run('/x', files, args)).out).toContain('hello');
    const foreign = await run(`https://127.0.0.1:${other}/x`, files, args);
    expect(foreign.out).not.toContain('hello');
    expect(foreign.error + foreign.out).toContain('was not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(foreign.code).toBe(3);
  });
});
