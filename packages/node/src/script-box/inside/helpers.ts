import type { Box } from './box';

/** Adds what is the same for all scripts: the time, random values, the log of `console`, and `jsonPath`. */
export function addHelpers(box: Box): void {
  const { input, scope, random, host, refuse } = box;
  const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const maxLength = 10_000;
  const pick = (alphabet: string, length: unknown) =>
    Array.from({ length: Math.min(Number(length ?? 10), maxLength) }, () =>
      alphabet.charAt(Math.floor(random() * alphabet.length)),
    ).join('');
  const between = (low: unknown, high: unknown) =>
    Number(low ?? 0) + random() * (Number(high ?? 1000) - Number(low ?? 0));
  let email: string | undefined;
  scope.$random = {
    get uuid() {
      return (scope.crypto as { randomUUID: () => string }).randomUUID();
    },
    integer: (low?: number, high?: number) => Math.floor(between(low, high)),
    float: (low?: number, high?: number) => between(low, high),
    alphabetic: (length?: number) => pick(letters, length),
    alphanumeric: (length?: number) => pick(`${letters}0123456789`, length),
    hexadecimal: (length?: number) => pick('0123456789abcdef', length),
    get email() {
      return (email ??= `${pick(letters.slice(0, 26), 10)}@example.com`);
    },
  };
  const print = (...values: unknown[]) => {
    box.log(values);
  };
  scope.console = { log: print, info: print, warn: print, error: print, debug: print, trace: print };
  scope.jsonPath = (value: unknown, path: string) => {
    const found = host.select(JSON.stringify(value) ?? 'null', String(path));
    return found === undefined ? undefined : (JSON.parse(found) as unknown);
  };
  const absent = (name: string, instead: string) => () => refuse(`\`${name}\` is not there for scripts. ${instead}`);
  scope.xpath = absent('xpath', 'Take the value out of the text of the body.');
  scope.fetch = absent('fetch', 'Scripts reach no network: write a request, and name it in `# @ref`.');
  scope.setTimeout = absent('setTimeout', 'Use `await sleep(milliseconds)`.');
  // With these, a script could keep its thread waiting.
  for (const name of ['Atomics', 'SharedArrayBuffer']) Reflect.deleteProperty(globalThis, name);
  const OwnDate = Date;
  /** The time of the script, which only `sleep` moves on. */
  const current = () => input.now + box.output.pause;
  const time = function (...values: unknown[]): unknown {
    if (new.target === undefined) return new OwnDate(current()).toString();
    return values.length === 0 ? new OwnDate(current()) : new OwnDate(...(values as [number]));
  };
  time.prototype = OwnDate.prototype;
  Object.assign(time, { now: current, parse: OwnDate.parse, UTC: OwnDate.UTC });
  Object.defineProperty(OwnDate.prototype, 'constructor', { value: time });
  Object.assign(globalThis, { Date: time });
  Math.random = random;
}
