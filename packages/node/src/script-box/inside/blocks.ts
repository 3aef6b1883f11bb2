import type { Box } from './box';

/** Adds what the blocks of httpYac use: `exports`, `$global` and `sleep`. */
export function addBlocks(box: Box): void {
  const { scope, keep, kept, keptNames, refuse } = box;
  /** In seconds. */
  const maxPause = 60;
  const members = (read: (name: string) => unknown, names: () => string[]): object =>
    new Proxy(
      {},
      {
        get: (_, name) => (typeof name === 'string' ? read(name) : undefined),
        has: (_, name) => typeof name === 'string' && read(name) !== undefined,
        ownKeys: names,
        getOwnPropertyDescriptor: (_, name) => ({
          value: read(String(name)),
          enumerable: true,
          configurable: true,
          writable: true,
        }),
        set: (_, name, value) => {
          if (typeof value === 'function')
            refuse(`\`${String(name)}\` cannot be a function: a placeholder is filled in with a value.`);
          const set = (settled: unknown) => {
            keep(String(name), settled, false);
          };
          // A promise is kept as what it is fulfilled with.
          if (value instanceof Promise) box.waits.push(value.then(set));
          else set(value);
          return true;
        },
        deleteProperty: (_, name) => {
          keep(String(name), undefined, false);
          return true;
        },
      },
    );
  const exported = members(
    (name) => kept(name, false),
    () => keptNames(false),
  );
  const holder = {};
  Object.defineProperty(holder, 'exports', {
    get: () => exported,
    set: (values: unknown) => {
      if (typeof values !== 'object' || values === null) refuse('`module.exports` needs an object.');
      for (const [name, value] of Object.entries(values as object)) keep(name, value, false);
    },
  });
  scope.exports = exported;
  scope.module = holder;
  scope.$global = members(
    (name) => kept(name, false),
    () => keptNames(false),
  );
  const sendsNothing = () =>
    refuse('Scripts send no requests: name the request in `# @ref`, or its file in `# @import`.');
  scope.$httpyac = { execute: sendsNothing, import: sendsNothing };
  scope.$getOAuth2Response = () =>
    refuse('Scripts reach no network: give the endpoint a credential of the type `oauth2`.');
  scope.sleep = (milliseconds: number) => {
    const pause = Number(milliseconds);
    if (!(pause >= 0)) refuse('`sleep` needs a number of milliseconds.');
    box.output.pause += pause;
    if (box.output.pause > maxPause * 1000) refuse(`A script waits at most ${maxPause} s.`);
    return Promise.resolve();
  };
}
