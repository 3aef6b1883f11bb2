import type { Box } from './box';

/** Adds `crypto`, as JetBrains and Node have it, texts in Base64, and `require` of what is pure. */
export function addDigests(box: Box): void {
  const { scope, host, refuse, bytes, random } = box;
  const algorithms = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];
  const collected = (algorithm: string, key?: string): object => {
    let data = '';
    const add = (found: readonly number[]): object => {
      data += bytes.toHex(found);
      return builder;
    };
    const builder = {
      updateWithText: (text: unknown) => add(bytes.ofText(text)),
      updateWithHex: (hex: unknown) => add(bytes.ofHex(hex)),
      updateWithBase64: (text: unknown) => add(bytes.ofBase64(text)),
      digest: () => {
        const hex = host.digest(algorithm, data, key);
        return {
          toHex: () => hex,
          toBase64: (isForUrl?: boolean) => bytes.toBase64(bytes.ofHex(hex), isForUrl),
        };
      },
    };
    return builder;
  };
  const each = (make: (algorithm: string) => unknown): object =>
    Object.fromEntries(algorithms.map((algorithm) => [algorithm, () => make(algorithm)]));
  const updated = (algorithm: string, key?: string): object => {
    const name = String(algorithm).toLowerCase().replace('-', '');
    if (!algorithms.includes(name)) refuse(`The digest \`${algorithm}\` is not known; ${algorithms.join(', ')} are.`);
    let data = '';
    const builder = {
      update: (text: unknown, form?: string) => {
        const read = form === 'hex' ? bytes.ofHex : form === 'base64' ? bytes.ofBase64 : bytes.ofText;
        data += bytes.toHex(read(text));
        return builder;
      },
      digest: (form = 'hex') => {
        const hex = host.digest(name, data, key);
        if (form === 'hex') return hex;
        return bytes.toBase64(bytes.ofHex(hex), form === 'base64url');
      },
    };
    return builder;
  };
  const uuid = () =>
    'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (sign) =>
      (sign === 'x' ? Math.floor(random() * 16) : 8 + Math.floor(random() * 4)).toString(16),
    );
  const digests = {
    createHash: (algorithm: string) => updated(algorithm),
    createHmac: (algorithm: string, key: unknown) => updated(algorithm, bytes.toHex(bytes.ofText(key))),
    randomUUID: uuid,
    randomBytes: (count: number) => {
      const made = Array.from({ length: Math.min(Number(count), 10_000) }, () => Math.floor(random() * 256));
      const toString = (form = 'hex') =>
        form === 'hex' ? bytes.toHex(made) : bytes.toBase64(made, form === 'base64url');
      return Object.assign(made, { toString });
    },
  };
  scope.crypto = {
    ...each((algorithm) => collected(algorithm)),
    hmac: each((algorithm) => ({
      withTextSecret: (key: unknown) => collected(algorithm, bytes.toHex(bytes.ofText(key))),
      withHexSecret: (key: unknown) => collected(algorithm, bytes.toHex(bytes.ofHex(key))),
      withBase64Secret: (key: unknown) => collected(algorithm, bytes.toHex(bytes.ofBase64(key))),
    })),
    ...digests,
  };
  const btoa = (text: unknown) => bytes.toBase64(bytes.ofCodes(text));
  const atob = (text: unknown) => bytes.toCodes(bytes.ofBase64(text));
  Object.assign(scope, { btoa, atob, window: { btoa, atob }, Window: { btoa, atob } });
  const failsUnless = (condition: unknown, message: unknown) => {
    if (!condition) throw new Error(message === undefined ? 'The assertion does not hold.' : box.shown(message));
  };
  const equal = (one: unknown, other: unknown, message?: unknown) => {
    failsUnless(one === other, message ?? `Expected ${box.shown(other)}, received ${box.shown(one)}.`);
  };
  const deepEqual = (one: unknown, other: unknown, message?: unknown) => {
    equal(JSON.stringify(one), JSON.stringify(other), message);
  };
  const asserts = Object.assign(
    (condition: unknown, message?: unknown) => {
      failsUnless(condition, message);
    },
    {
      ...{ ok: failsUnless, equal, strictEqual: equal, deepEqual, deepStrictEqual: deepEqual },
      notEqual: (one: unknown, other: unknown, message?: unknown) => {
        failsUnless(one !== other, message ?? `Both are ${box.shown(one)}.`);
      },
      match: (text: unknown, pattern: { test: (text: string) => boolean }, message?: unknown) => {
        failsUnless(pattern.test(String(text)), message ?? `${box.shown(text)} does not match ${String(pattern)}.`);
      },
    },
  );
  const modules: Record<string, unknown> = { assert: asserts, crypto: digests, uuid: { v4: uuid } };
  scope.require = (name: string) => {
    const known = String(name).replace(/^node:/, '');
    if (Object.prototype.hasOwnProperty.call(modules, known)) return modules[known];
    return refuse(`Scripts cannot load \`${name}\`; they can load ${Object.keys(modules).join(', ')}.`);
  };
}
