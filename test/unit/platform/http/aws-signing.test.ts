import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { awsKeyOf } from '../../../../packages/sender/src/plan/authentication';
import type { PreparedRequest } from '../../../../packages/sender/src/plan/index';
import { createTransport } from '../../../../packages/node/src/http/transport';

const secretAccessKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';
/** What the suite of tests of the specification signs with. */
const suite = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey, region: 'us-east-1', service: 'service' };
const aws = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey, region: 'eu-central-1', service: 'es' };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

/** Computes the signature of a request that was received, by the steps of its specification. */
function expectedSignature({ method = '', url = '', headers }: IncomingMessage, body: Buffer): string {
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? '';
  const [path = '', query = ''] = url.split('?');
  const canonical = [
    // The path is encoded once more.
    ...[method, path.replaceAll('%', '%25'), query.split('&').sort().join('&')],
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`),
    ...['', names, sha256(body)],
  ].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = `${time.slice(0, 8)}/${aws.region}/${aws.service}/aws4_request`;
  const key = scope.split('/').reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secretAccessKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString('hex');
}

/** Sends a request to a server that computes its signature, too. */
async function sign(request: Partial<PreparedRequest>, path = '/a%20b/_search?size=1&q=x') {
  const signatures: (readonly [received: string | undefined, expected: string])[] = [];
  const received: IncomingMessage['headers'][] = [];
  server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      received.push(incoming.headers);
      const signature = /Signature=([0-9a-f]+)/.exec(incoming.headers.authorization ?? '')?.[1];
      signatures.push([signature, expectedSignature(incoming, Buffer.concat(pieces))]);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const outcome = await createTransport().send({ method: 'GET', url, headers: [['Accept', '*/*']], ...request }, {});
  return { outcome, signatures, received };
}

describe('AWS Signature Version 4', () => {
  it.each([
    ['a request without a body', {}],
    ['a text', { method: 'POST', body: '{"name":"ümlaut"}', headers: [['Content-Type', 'application/json']] as const }],
    ['bytes', { method: 'PUT', body: ['a', new Uint8Array([0, 255])] }],
  ])('signs %s as its specification says', async (_, request) => {
    const { outcome, signatures } = await sign({ aws, ...request });
    expect('response' in outcome && outcome.response.status).toBe(200);
    const [[signature, expected] = []] = signatures;
    expect(signature).toBe(expected);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
  });

  // GET, POST, the query and the blanks are of the suite of tests of the specification; all of these another implementation computes, too.
  it.each<[string, Partial<PreparedRequest>, string, string]>([
    ['GET', {}, '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['POST', { method: 'POST' }, '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'a query in another order',
      {},
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    [
      'plain characters',
      {},
      '/-._~0123456789abcXYZ',
      '176056408687f39c1afca7ce02129c5f7fc843b5902c8a5b21a0910d3665323d',
    ],
    [
      'other characters of a path',
      {},
      '/%E1%88%B4',
      // Services encode the path twice.
      '697b34846207a3f72246f99d74ae1ee4fe54f44bb06730c58a0d339eb079596d',
    ],
    [
      'blanks in values',
      {
        headers: [
          ['My-Header1', 'value1'],
          ['My-Header2', '"a   b   c"'],
        ],
      },
      '/',
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
    [
      'a field that is there twice, which is not signed',
      {
        headers: [
          ['My-Header1', 'value2'],
          ['My-Header1', 'value1'],
        ],
      },
      '/',
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    [
      'the token of a session',
      { method: 'POST', aws: { ...suite, sessionToken: 'AQoDYXdzEPT' } },
      '/',
      '2bb58adcd604bf96fa650f0c660387138506efdff71ee92283a8de3926fd3d28',
    ],
  ])('signs %s as published, for the host and the time that the request names', async (_, request, path, wanted) => {
    const headers: PreparedRequest['headers'] = [
      ['Host', 'example.amazonaws.com'],
      ['X-Amz-Date', '20150830T123600Z'],
      ...(request.headers ?? []),
    ];
    const { received } = await sign({ aws: suite, ...request, headers }, path);
    expect(received[0]?.authorization).toMatch(/Credential=AKIDEXAMPLE\/20150830\/us-east-1\/service\/aws4_request/);
    expect(/Signature=(\w+)/.exec(received[0]?.authorization ?? '')?.[1]).toBe(wanted);
  });

  it('signs the body of a request to the storage', async () => {
    const { received } = await sign({
      aws: { ...aws, service: 's3' },
      method: 'PUT',
      body: ['a', new Uint8Array([255])],
    });
    expect(received[0]?.['x-amz-content-sha256']).toBe(sha256(Buffer.from([97, 255])));
    expect(received[0]?.authorization).toContain('x-amz-content-sha256');
  });

  it('sends the token of a session', async () => {
    const { received } = await sign({ aws: { ...aws, sessionToken: 'tok' } });
    expect(received[0]?.['x-amz-security-token']).toBe('tok');
    expect(received[0]?.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/es\/aws4_request, SignedHeaders=.*host;.*x-amz-security-token/,
    );
  });

  it('does not guess a region', async () => {
    const { outcome, received } = await sign({ aws: { accessKeyId: 'a', secretAccessKey } });
    expect('failure' in outcome && outcome.failure.message).toMatch(/does not say the region/);
    expect(received).toEqual([]);
  });

  it('sends nothing of it without a key', async () => {
    expect((await sign({})).received[0]?.authorization).toBeUndefined();
  });
});

describe('a field with a key', () => {
  it.each([
    ['AWS id secret', { accessKeyId: 'id', secretAccessKey: 'secret' }],
    [
      'aws id secret token:t region:eu service:es',
      { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 't', region: 'eu', service: 'es' },
    ],
    [
      'AWS id secret token: t region: eu',
      { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 't', region: 'eu' },
    ],
    ['AWS id', undefined],
    ['AWS4-HMAC-SHA256 Credential=x', undefined],
    ['Bearer x', undefined],
  ])('%s', (value, key) => {
    expect(awsKeyOf(value)).toEqual(key);
  });
});
