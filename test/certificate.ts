import { generateKeyPairSync, sign } from 'node:crypto';

/** A key and a certificate that no one but itself vouches for, in PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for 127.0.0.1 and the given names, valid from a day ago to a day from now. Its parts are written by hand, so that no tool is needed and no key is kept. */
export function createSelfSigned(names: readonly string[] = []): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId('06082a8648ce3d040302'));
  const name = sequence(set(sequence(objectId('0603550403'), element(0x0c, Buffer.from('127.0.0.1')))));
  const day = 86_400_000;
  const validity = sequence(time(Date.now() - day), time(Date.now() + day));
  const addresses = sequence(
    element(0x87, Buffer.from([127, 0, 0, 1])),
    ...names.map((host) => element(0x82, Buffer.from(host))),
  );
  const alternativeName = sequence(objectId('0603551d11'), element(0x04, addresses));
  const certified = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(alternativeName)),
  );
  const signature = sign('sha256', certified, privateKey);
  const whole = sequence(certified, algorithm, element(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return element(0x31, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return Buffer.from(hex, 'hex');
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}
