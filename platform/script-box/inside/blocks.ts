import type { Box } from './box';

/** Adds what the blocks of httpYac use: `exports`, `$global`, `test`, `sleep`, `console`, `require`. */
export function addBlocks(box: Box): void {
  const { input, scope, keep, kept, keptNames, refuse } = box;
  const { response } = input;
  const maxPause = 60_000;
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
          keep(String(name), value, false);
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
  scope.sleep = (milliseconds: number) => {
    const pause = Number(milliseconds);
    if (!(pause >= 0)) refuse('`sleep` needs a number of milliseconds.');
    box.output.pause += pause;
    if (box.output.pause > maxPause) refuse(`A script waits at most ${maxPause / 1000} seconds.`);
    return Promise.resolve();
  };
  const holds = (
    name: string,
    isTrue: (one: NonNullable<typeof response>) => boolean,
    received: () => string,
  ): void => {
    box.test(name, () => {
      if (response === undefined) throw new Error('There is no response yet.');
      if (!isTrue(response)) throw new Error(`Received ${received()}.`);
    });
  };
  const fieldOf = (name: string) =>
    response?.headers.find(([one]) => one.toLowerCase() === String(name).toLowerCase())?.[1];
  const body = () => response?.body ?? '';
  scope.test = Object.assign(
    (name: string, run: unknown) => {
      box.test(name, run);
    },
    {
      status: (status: number) => {
        holds(
          `status == ${status}`,
          (one) => one.status === Number(status),
          () => String(response?.status),
        );
      },
      totalTime: (most: number) => {
        holds(
          `duration <= ${most}`,
          (one) => one.duration <= Number(most),
          () => `${response?.duration} ms`,
        );
      },
      header: (name: string, value: unknown) => {
        holds(
          `header ${name} == ${box.shown(value)}`,
          () => fieldOf(name) === String(value),
          () => fieldOf(name) ?? 'no such field',
        );
      },
      headerContains: (name: string, value: unknown) => {
        holds(
          `header ${name} includes ${box.shown(value)}`,
          () => fieldOf(name)?.includes(String(value)) === true,
          () => fieldOf(name) ?? 'no such field',
        );
      },
      responseBody: (value: unknown) => {
        const expected = typeof value === 'string' ? value : JSON.stringify(value);
        holds(
          'body',
          () => body() === expected || box.shown(JSON.parse(body())) === expected,
          () => box.shown(body().slice(0, 200)),
        );
      },
      hasResponseBody: () => {
        holds(
          'body exists',
          () => body() !== '',
          () => 'no body',
        );
      },
      hasNoResponseBody: () => {
        holds(
          'body is empty',
          () => body() === '',
          () => `${body().length} characters`,
        );
      },
    },
  );
}
