import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkSignature, type Hmac } from '../../../packages/sender/src/resources/check-signature';
import { signatures } from '../../../services/code-hosting/resources';

const hmac: Hmac = (hash, secret, payload) => Promise.resolve(createHmac(hash, secret).update(payload).digest('hex'));
const check = (signature: string, payload: string, secret: string) =>
  checkSignature(signatures, { signature, payload, secret }, hmac);

describe('the signature of a payload', () => {
  // The example of the vendor's documentation.
  const example = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const [payload, secret] = ['Hello, World!', "It's a Secret to Everybody"];

  it('matches its payload and secret only', async () => {
    expect(await check(example, payload, secret)).toEqual({ header: 'X-Hub-Signature-256', matches: true });
    expect(await check(example, `${payload} `, secret)).toMatchObject({ matches: false });
    expect(await check(example, payload, `${secret}!`)).toMatchObject({ matches: false });
    expect(await check(example.replace(/7$/, '8'), payload, secret)).toMatchObject({ matches: false });
  });

  it('is also the older form, and a whole header line in capitals', async () => {
    const sha1 = `X-Hub-Signature: SHA1=${createHmac('sha1', 'k').update('p').digest('hex').toUpperCase()}`;
    expect(await check(sha1, 'p', 'k')).toEqual({ header: 'X-Hub-Signature', matches: true });
  });

  it('is found without the line end that an editor adds', async () => {
    expect(await check(example, `${payload}\n`, secret)).toMatchObject({ matches: true, isTrimmed: true });
    expect(await check(example, `${payload}\n\n`, secret)).toMatchObject({ matches: false });
  });

  it('covers the bytes of the payload in UTF-8', async () => {
    const umlaut = `sha256=${createHmac('sha256', 'ü').update(Buffer.from('ä€😀', 'utf8')).digest('hex')}`;
    expect(await check(umlaut, 'ä€😀', 'ü')).toMatchObject({ matches: true });
  });

  it('cannot be checked when it is none', async () => {
    for (const wrong of ['', 'md5=00', 'sha256=', 'sha256=zz', `sha256=${'0'.repeat(40)}`, `sha1=${'0'.repeat(64)}`])
      expect(await check(wrong, payload, secret)).toHaveProperty('cause');
    expect(await check(example, payload, '')).toHaveProperty('cause');
  });
});
