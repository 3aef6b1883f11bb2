import type { Box } from './box';

/** Adds `test` of the blocks of httpYac, and what it has for the usual tests. */
export function addTests(box: Box): void {
  const { input, scope } = box;
  const { response } = input;
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
          (one) => box.readStatus(one.status) === Number(status),
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
          () => `a body of length ${body().length}`,
        );
      },
    },
  );
}
