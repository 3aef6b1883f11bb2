import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createBodyMemory, readRequestBody, type BodyMemory } from './request-body';

const text = JSON.stringify({ name: 'ümlaut' });

/** Reads a body that came with these header fields. */
function read(
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
  maximum = 1000,
  memory: BodyMemory = createBodyMemory(Infinity),
) {
  const message = new IncomingMessage(new Socket());
  Object.assign(message.headers, { 'content-length': String(body.length) }, headers);
  message.push(body);
  message.push(null);
  return readRequestBody(message, maximum, memory);
}

describe('the body of a request', () => {
  it.each([
    ['as it is', Buffer.from(text), {}],
    ['marked as not compressed', Buffer.from(text), { 'content-encoding': 'identity' }],
    ['as gzip', gzipSync(text), { 'content-encoding': 'gzip' }],
    ['as gzip under capitals', gzipSync(text), { 'content-encoding': ' GZip ' }],
    ['as gzip under its old name', gzipSync(text), { 'content-encoding': 'x-gzip' }],
    ['as deflate', deflateSync(text), { 'content-encoding': 'deflate' }],
  ])('is read %s', async (_, body, headers) => {
    expect(await read(body, headers)).toEqual({ text });
  });

  it('is empty without a length, whatever its coding', async () => {
    expect(await read(new Uint8Array(), { 'content-length': '0', 'content-encoding': 'br' })).toEqual({ text: '' });
  });

  it.each([
    ['a coding that no one knows', Buffer.from(text), 'rot13', 415],
    ['two codings', gzipSync(gzipSync(text)), 'gzip, gzip', 415],
    ['a member of every object as coding', Buffer.from(text), 'constructor', 415],
    ['text that says that it is gzip', Buffer.from(text), 'gzip', 400],
    ['gzip that is cut', gzipSync(text).subarray(0, 20), 'gzip', 400],
    ['few bytes that become many', gzipSync('x'.repeat(5_000_000)), 'gzip', 413],
  ])('is refused: %s', async (_, body, coding, status) => {
    expect(await read(body, { 'content-encoding': coding }, 10_000)).toMatchObject({ status });
  });

  it('is handed over as bytes where it is not text, which most services refuse', async () => {
    const bytes = Buffer.from([0xff, 0xfe]);
    expect(await read(gzipSync(bytes), { 'content-encoding': 'gzip' })).toEqual({ text: '\ufffd\ufffd', bytes });
  });

  it('shares memory with others that are under way, and gives it back', async () => {
    const memory = createBodyMemory(text.length + 10);
    expect(memory.take(20)).toBe(true);
    expect(await read(Buffer.from(text), {}, 1000, memory)).toMatchObject({ status: 429 });
    memory.release(20);
    for (let count = 0; count < 3; count++) expect(await read(Buffer.from(text), {}, 1000, memory)).toEqual({ text });
    expect(await read(gzipSync('x'.repeat(500)), { 'content-encoding': 'gzip' }, 1000, memory)).toMatchObject({
      status: 429,
    });
    expect(await read(Buffer.from(text), {}, 1000, memory)).toEqual({ text });
  });

  it('is not read when its sender goes away before its end', async () => {
    const memory = createBodyMemory(10);
    const message = new IncomingMessage(new Socket());
    message.headers['content-length'] = '10';
    message.push(Buffer.from('{ "a"'));
    const reading = readRequestBody(message, 1000, memory);
    setImmediate(() => message.destroy());
    await expect(reading).rejects.toThrow();
    expect(memory.take(10)).toBe(true);
  });

  it('leaves the connection open where it is too long, so that the refusal can be read', async () => {
    const message = new IncomingMessage(new Socket());
    message.headers['transfer-encoding'] = 'chunked';
    message.push(Buffer.alloc(20));
    message.push(Buffer.alloc(20));
    expect(await readRequestBody(message, 30)).toMatchObject({ status: 413 });
    expect(message.destroyed).toBe(false);
  });
});
