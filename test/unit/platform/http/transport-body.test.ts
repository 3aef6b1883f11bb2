import { execFileSync } from 'node:child_process';
import { brotliCompressSync, constants, createGzip, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ReceivedResponse, ResponseObserver, SendOptions } from '../../../../packages/sender/src/plan/index';
import { createTransport } from '../../../../packages/node/src/http/transport';
import { serve, serveBytes } from './loopback-server';

const transport = createTransport();

async function send(
  url: string,
  options: SendOptions = {},
  observer: ResponseObserver = {},
): Promise<ReceivedResponse> {
  const result = await transport.send({ method: 'GET', url, headers: [] }, options, undefined, observer);
  if ('failure' in result) throw new Error(result.failure.message);
  return result.response;
}

/** Returns the answer to a body with these header fields. */
async function answerWith(
  headers: Readonly<Record<string, string>>,
  body: Buffer | string,
  options: SendOptions = {},
  observer: ResponseObserver = {},
) {
  const url = await serve((_, response) => response.writeHead(200, headers).end(body));
  return send(url, options, observer);
}

/** Packs text in zstd; written by hand in blocks that are not compressed, so that no tool is needed. */
function zstd(text: string, window = 0): Buffer {
  const content = Buffer.from(text);
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, window]);
  const blocks: Buffer[] = [];
  for (let at = 0; at < content.length || at === 0; at += 1000) {
    const part = content.subarray(at, at + 1000);
    const isLast = at + 1000 >= content.length ? 1 : 0;
    const size = Buffer.alloc(3);
    size.writeUIntLE((part.length << 3) | isLast, 0, 3);
    blocks.push(size, part);
  }
  return Buffer.concat([head, ...blocks]);
}

/** A block that repeats one byte 100,000 times takes four bytes. */
function zstdBomb(blocks: number): Buffer {
  const block = Buffer.alloc(4);
  block.writeUIntLE((100_000 << 3) | (1 << 1), 0, 3);
  block[3] = 0x61;
  const last = Buffer.from(block);
  last[0]! |= 1;
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
  return Buffer.concat([head, ...Array.from({ length: blocks - 1 }, () => block), last]);
}

const text = 'Grüße, 世界! '.repeat(300);

describe('content codings', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstd(text)],
    ['zstd', Buffer.concat([zstd(text.slice(0, 100)), zstd(text.slice(100))])],
    ['gzip, gzip', gzipSync(gzipSync(text))],
    ['deflate, br', brotliCompressSync(deflateSync(text))],
    ['zstd,gzip', gzipSync(zstd(text))],
    ['identity', Buffer.from(text)],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
    // It says so, and is not.
    ['gzip', Buffer.from(text)],
  ])('%s is unpacked', async (coding, body) => {
    const answer = await answerWith({ 'Content-Encoding': coding, 'Content-Type': 'text/plain' }, body);
    expect(answer.body).toBe(text);
    expect(answer).toMatchObject({ isTruncated: false, size: Buffer.byteLength(text) });
    expect(answer.binary).toBeUndefined();
    expect(answer.interruption).toBeUndefined();
  });

  it('reads what zstd itself packs', async (context) => {
    let packed: Buffer;
    try {
      packed = execFileSync('zstd', ['-c', '-19'], { input: text, stdio: ['pipe', 'pipe', 'ignore'] });
    } catch {
      context.skip();
      return;
    }
    expect((await answerWith({ 'Content-Encoding': 'zstd' }, packed)).body).toBe(text);
  });

  it('are asked for, unless the request says what it wants or asks for a part', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.headers['accept-encoding']);
      response.end();
    });
    for (const headers of [[], [['accept-encoding', 'br']], [['Range', 'bytes=0-9']]] as const) {
      await transport.send({ method: 'GET', url, headers }, {});
    }
    expect(seen).toEqual(['gzip, deflate, br, zstd', 'br', undefined]);
  });

  it.each([
    ['compress', 'data compressed as compress'],
    ['gzip, unheard-of', 'data compressed as gzip, unheard-of'],
    ['gzip, gzip, gzip, gzip, gzip', 'data compressed as gzip, gzip, gzip, gzip, gzip'],
    ['zstd', 'data compressed as zstd'],
  ])('%s that cannot be unpacked is named', async (coding, name) => {
    const answer = await answerWith({ 'Content-Encoding': coding }, gzipSync(text));
    expect(answer).toMatchObject({ body: '', binary: name, isTruncated: false });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstd],
    ['gzip, gzip', (long: string) => gzipSync(gzipSync(long))],
  ] as const)('%s that unpacks to more than is kept gives the beginning as text', async (coding, pack) => {
    const long = '€uro '.repeat(400_000);
    const answer = await answerWith({ 'Content-Encoding': coding }, pack(long), { maximumBody: 1_000_001 });
    expect(answer).toMatchObject({ isTruncated: true, size: Buffer.byteLength(long) });
    // Nothing but whole characters.
    expect(answer.body.length).toBeGreaterThan(700_000);
    expect(long.startsWith(answer.body)).toBe(true);
  });

  it.each([
    ['zstd', zstdBomb(14_000)],
    ['gzip', gzipSync(Buffer.alloc(100_000_000, 'a'))],
    ['br', brotliCompressSync(Buffer.alloc(100_000_000, 'a'))],
  ])('%s that would unpack without end is unpacked no further than what is kept and usual', async (coding, bomb) => {
    const answer = await answerWith({ 'Content-Encoding': coding }, bomb, { maximumBody: 10 });
    expect(answer).toMatchObject({ isTruncated: true, body: 'aaaaaaaaaa' });
    expect(answer.size).toBeLessThan(100 * bomb.length + 1_000_000);
  });

  it('that ask for too much memory are not unpacked', async () => {
    const greedy = zstd(text, 0xa8);
    expect(await answerWith({ 'Content-Encoding': 'zstd' }, greedy)).toMatchObject({
      binary: 'data compressed as zstd',
    });
    // Also as a later frame.
    const frames = Buffer.concat([zstd('first '), greedy]);
    expect(await answerWith({ 'Content-Encoding': 'zstd' }, frames)).toMatchObject({ body: '' });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('%s cut in the middle gives its beginning', async (coding, pack) => {
    const long = Array.from({ length: 20_000 }, (_, n) => `line ${n * 7919}`).join('\n');
    const packed = pack(long);
    const half = packed.subarray(0, packed.length / 2);
    // Cut by the service, though the response ends as it should.
    const answer = await answerWith({ 'Content-Encoding': coding }, half);
    expect(answer.body.length).toBeGreaterThan(10_000);
    expect(long.startsWith(answer.body)).toBe(true);
    expect(answer.interruption).toMatchObject({
      kind: 'protocol',
      message: expect.stringContaining('ended too early'),
    });
    // Cut with its connection.
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\nContent-Length: ${packed.length}\r\n\r\n`;
    const other = await send(await serveBytes([head, half]));
    expect(other.interruption?.kind).toBe('reset');
    expect(long.startsWith(other.body)).toBe(true);
    expect(other.body.length).toBeGreaterThan(10_000);
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('%s without a body is not an error', async (coding) => {
    const url = await serve((_, response) => response.writeHead(204, { 'Content-Encoding': coding }).end());
    expect(await send(url)).toMatchObject({ status: 204, body: '', size: 0 });
  });
});

describe('charsets', () => {
  const latin = Buffer.from('café', 'latin1');
  it.each([
    ['text/plain; charset=iso-8859-1', latin, 'café'],
    ['text/plain;charset="ISO-8859-1"; x=y', latin, 'café'],
    ['application/json; charset=latin1', Buffer.from('{"a":"é"}', 'latin1'), '{"a":"é"}'],
    ['text/plain; charset=windows-1251', Buffer.from([0xcf, 0xf0]), 'Пр'],
    ['text/plain; charset=shift_jis', Buffer.from([0x93, 0xfa, 0x96, 0x7b]), '日本'],
    ['text/plain; charset=utf-16le', Buffer.from('日本', 'utf16le'), '日本'],
    ['text/plain', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('abc', 'utf16le')]), 'abc'],
    ['text/plain; charset=latin1', Buffer.from('\ufeffé'), 'é'],
    ['application/json', Buffer.from('\ufeff{}'), '{}'],
    ['text/plain; charset=utf-8', Buffer.from('日本'), '日本'],
    ['text/plain; charset=nonsense', Buffer.from('日本'), '日本'],
    ['text/plain', latin, 'café'],
    ['text/html', latin, 'café'],
    ['', Buffer.from('日本'), '日本'],
    ['application/octet-stream', Buffer.from('just text'), 'just text'],
    ['image/svg+xml', Buffer.from('<svg/>'), '<svg/>'],
    // One wrong byte hides nothing.
    [
      'application/json',
      Buffer.concat([Buffer.from('{"a":"x'), Buffer.from([0xff]), Buffer.from('"}')]),
      '{"a":"x\ufffd"}',
    ],
    ['text/plain', Buffer.from('\u001b[1mbold\u001b[0m'), '\u001b[1mbold\u001b[0m'],
    ['text/plain; charset=utf-8', latin, 'caf\ufffd'],
  ])('%s is read by it (%#)', async (type, body, expected) => {
    const answer = await answerWith(type === '' ? {} : { 'Content-Type': type }, body);
    expect(answer.body).toBe(expected);
    expect(answer.binary).toBeUndefined();
  });
});

describe('bodies that are no text', () => {
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), Buffer.alloc(300, 0x81)]);
  it.each([
    ['image/png', png, 'PNG image'],
    ['application/octet-stream', png, 'PNG image'],
    ['text/plain', png, 'PNG image'],
    ['', png, 'PNG image'],
    ['image/x-unheard', Buffer.from('abc'), 'UNHEARD image'],
    ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2]), 'JPEG image'],
    ['application/pdf', Buffer.from('%PDF-1.7\n'), 'PDF document'],
    ['application/vnd.openxmlformats', Buffer.from('PK\x03\x04abc'), 'ZIP archive'],
    ['application/octet-stream', gzipSync('abc'), 'gzip archive'],
    ['application/octet-stream', Buffer.from([1, 2, 0, 4]), 'binary data'],
    ['application/vnd.unheard', Buffer.from([0xc3, 0x28, 0xff]), 'binary data (application/vnd.unheard)'],
    ['application/cbor', Buffer.from([0xa1, 0x61, 0x61, 0x01, 0xff]), 'CBOR'],
    ['application/json', Buffer.from([0x7b, 0, 1, 2]), 'binary data (application/json)'],
    ['text/plain', Buffer.from(Array.from({ length: 200 }, (_, n) => (n * 37) % 255 || 1)), 'binary data (text/plain)'],
  ])('%s is named (%#)', async (type, body, name) => {
    const answer = await answerWith(type === '' ? {} : { 'Content-Type': type }, body, { keepsBytes: true });
    expect(answer).toMatchObject({ body: '', binary: name, size: body.length });
    expect(Buffer.from(answer.bytes ?? []).equals(body)).toBe(true);
  });

  it('keep their bytes for those who ask only, without compression', async () => {
    expect((await answerWith({ 'Content-Type': 'image/png' }, png)).bytes).toBeUndefined();
    const packed = await answerWith({ 'Content-Encoding': 'gzip' }, gzipSync('abc'), { keepsBytes: true });
    expect(Buffer.from(packed.bytes ?? []).toString()).toBe('abc');
  });
});

const plainAndPacked: readonly Readonly<Record<string, string>>[] = [{}, { 'Content-Encoding': 'gzip' }];

describe('an observed answer', () => {
  it('comes piece by piece: its head, then whole characters', async () => {
    const seen: string[] = [];
    const euro = Buffer.from('€');
    let goOn: () => void = () => undefined;
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      // The rest comes when the beginning has been seen.
      goOn = () => {
        response.write(euro.subarray(1));
        response.end('\n');
      };
      response.write(Buffer.concat([Buffer.from('data: 1\n'), euro.subarray(0, 1)]));
    });
    const answer = await send(
      url,
      {},
      {
        onHead: ({ status, headers }) => seen.push(`${status} ${headers.length > 0 ? 'with fields' : ''}`),
        onText: (piece) => {
          seen.push(piece);
          goOn();
          goOn = () => undefined;
        },
      },
    );
    expect(seen.slice(0, 2)).toEqual(['200 with fields', 'data: 1\n']);
    expect(seen.slice(2).join('')).toBe('€\n');
    expect(answer.body).toBe('data: 1\n€\n');
  });

  it('comes unpacked and read by its charset', async () => {
    const pieces: string[] = [];
    const body = gzipSync(Buffer.from('café', 'latin1'));
    await answerWith(
      { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain; charset=latin1' },
      body,
      {},
      {
        onText: (piece) => pieces.push(piece),
      },
    );
    expect(pieces.join('')).toBe('café');
  });

  it('is not read for who does not follow such a body', async () => {
    const pieces: string[] = [];
    const asked: string[] = [];
    const { body } = await answerWith(
      { 'Content-Type': 'application/json' },
      Buffer.from('{"a": 1}'),
      {},
      {
        onText: (piece) => pieces.push(piece),
        followsText: (headers) => {
          asked.push(...headers.flatMap(([name, value]) => (name.toLowerCase() === 'content-type' ? [value] : [])));
          return false;
        },
      },
    );
    expect({ body, pieces, asked }).toEqual({ body: '{"a": 1}', pieces: [], asked: ['application/json'] });
  });

  it('hands on a compressed stream while it comes', async () => {
    const pieces: string[] = [];
    const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
    const url = await serve((_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Type': 'text/plain' });
      gzip.pipe(response);
      gzip.write('one');
    });
    await send(
      url,
      {},
      {
        onText: (piece) => {
          pieces.push(piece);
          // The second comes when the first has been seen.
          if (pieces.length === 1) gzip.end('two');
        },
      },
    );
    expect(pieces).toEqual(['one', 'two']);
  });

  it('is handed on as text only when it is text, and only as much as is kept', async () => {
    const pieces: string[] = [];
    const observer = { onText: (piece: string) => pieces.push(piece) };
    await answerWith({ 'Content-Type': 'image/png' }, '\x89PNG\r\n', {}, observer);
    expect(pieces).toEqual([]);
    await answerWith({ 'Content-Type': 'text/plain' }, 'x'.repeat(1000), { maximumBody: 10 }, observer);
    expect(pieces.join('')).toBe('xxxxxxxxxx');
  });

  it('shows nothing of a redirect that is followed', async () => {
    const statuses: number[] = [];
    const url = await serve((request, response) => {
      if (request.url === '/') response.writeHead(302, { Location: '/b' }).end('moved');
      else response.end('there');
    });
    await send(url, {}, { onHead: ({ status }) => statuses.push(status) });
    expect(statuses).toEqual([200]);
  });

  it.each(plainAndPacked)('hands over all bytes and waits for those who store them (%j)', async (headers) => {
    const long = Buffer.alloc(3_000_000, 'abcdefg');
    const stored: Uint8Array[] = [];
    let running = 0;
    const body = 'Content-Encoding' in headers ? gzipSync(long) : long;
    const answer = await answerWith(
      headers,
      body,
      { maximumBody: 100 },
      {
        onBytes: async (bytes) => {
          expect(running++).toBe(0);
          stored.push(bytes.slice());
          await new Promise((done) => setTimeout(done, 1));
          running--;
        },
      },
    );
    expect(Buffer.concat(stored).equals(long)).toBe(true);
    expect(answer).toMatchObject({ isTruncated: true, size: long.length });
  });

  it.each(plainAndPacked)('says so when it cannot be stored (%j)', async (headers) => {
    const body = Buffer.alloc(300_000, 'abcdefg');
    const url = await serve((_, response) =>
      response.writeHead(200, headers).end('Content-Encoding' in headers ? gzipSync(body) : body),
    );
    const full = Object.assign(new Error('no space in /home/somebody'), { code: 'ENOSPC' });
    const result = await transport.send({ method: 'GET', url, headers: [] }, {}, undefined, {
      onBytes: () => Promise.reject(full),
    });
    expect(result).toEqual({
      failure: {
        kind: 'other',
        code: 'ENOSPC',
        isAnswered: true,
        message: 'The body of the response could not be saved (ENOSPC). Check the path and the free space.',
      },
    });
  });
});
