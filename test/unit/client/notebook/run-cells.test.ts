import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CancelSignal } from '../../../../packages/sender/src/plan/index';
import { boundedModel, boundedText } from '../../../../client/src/notebook/bounded-body';
import { createCellOutputWriter } from '../../../../client/src/notebook/cell-output-writer';
import { createCellRunner, type RunTools } from '../../../../client/src/notebook/run-cells';
import type { AnsweredModel } from '../../../../client/src/response/view/view-model';

type Handler = (cells: readonly unknown[], notebook: unknown) => Promise<void>;
const editor = vi.hoisted(() => ({
  handlers: [] as unknown[],
  execution: {} as object,
  commands: [] as unknown[][],
  stopsAtFailure: true,
}));
vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...values: readonly unknown[]) =>
      text.replace(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
  },
  NotebookCellOutput: class {
    constructor(readonly items: unknown) {}
  },
  Uri: { parse: (text: string) => ({ toString: () => text }) },
  commands: { executeCommand: (...all: unknown[]) => editor.commands.push(all) },
  workspace: { getConfiguration: () => ({ get: () => editor.stopsAtFailure }) },
  notebooks: {
    createNotebookController: () => ({
      createNotebookCellExecution: () => editor.execution,
      set executeHandler(handler: unknown) {
        editor.handlers.push(handler);
      },
    }),
  },
}));

interface Said {
  readonly label: string;
  readonly text: string;
}

/** A run of cells whose requests are answered by `send`; `written` has each state of the output. */
function runOf(
  send: (run: {
    readonly signal: CancelSignal;
    readonly inCell?: { readonly arriving: (label: string) => { readonly update: (...given: never[]) => void } };
  }) => Promise<readonly unknown[] | undefined>,
) {
  const written: (readonly Said[])[] = [];
  const ended: boolean[] = [];
  let cancel: () => void = () => undefined;
  editor.execution = {
    token: {},
    start: () => undefined,
    clearOutput: () => Promise.resolve(),
    replaceOutput: ([output]: readonly { readonly items: readonly Said[] }[]) =>
      Promise.resolve(written.push(output?.items ?? [])),
    replaceOutputItems: (items: readonly Said[]) => Promise.resolve(written.push(items)),
    end: (hasSucceeded: boolean) => ended.push(hasSucceeded),
  };
  editor.handlers.length = 0;
  const services = {
    order: () => Promise.resolve({ steps: [{ uri: 'file:///a.http', line: 0 }] }),
    reused: { of: () => [] },
    ports: {},
    sends: {
      during: (_: unknown, run: (signal: CancelSignal) => Promise<boolean>) => {
        const listeners: (() => void)[] = [];
        const signal = { isCancelled: false, onCancel: (listen: () => void) => listeners.push(listen) };
        cancel = () => {
          signal.isCancelled = true;
          for (const one of listeners) one();
        };
        return run(signal as unknown as CancelSignal);
      },
    },
  };
  const outputs = {
    ofOutcome: (outcome: Said & { readonly hasFailed?: boolean }) => Promise.resolve({ hasFailed: false, ...outcome }),
    ofRefusal: (label: string, reason: string) => ({ label, text: reason, hasFailed: true }),
    ofArriving: ({ label, text }: Said) => ({ label: `${label} arrives`, text }),
    items: (shown: readonly Said[]) => shown.map(({ label, text }) => ({ label, text })),
  };
  const file = { version: 1 };
  const notebooks = { cellOf: () => ({ cell, file, place: { line: 0, lines: 1 } }) };
  const uri = { toString: () => 'file:///a.http' };
  const cell = { notebook: { uri }, index: 0, document: { uri, getText: () => 'GET /a\n' } };
  const tools = {
    services,
    circumstancesOf: () => '',
    send: (_: unknown, __: unknown, { run }: { readonly run: Parameters<typeof send>[0] }) => send(run),
  };
  createCellRunner(
    tools as unknown as RunTools,
    notebooks as never,
    { sync: () => Promise.resolve() },
    outputs as never,
  );
  const [handler] = editor.handlers as readonly Handler[];
  const run = (count = 1) => handler?.(Array.from({ length: count }).fill(cell), cell.notebook);
  return { run, written, ended, cancel: () => cancel() };
}

beforeEach(() => {
  editor.commands.length = 0;
  editor.stopsAtFailure = true;
});

describe('a cell that runs', () => {
  it('shows its response, and has succeeded', async () => {
    const { run, written, ended } = runOf(() => Promise.resolve([{ label: 'GET /a', text: '200' }]));
    await run();
    expect(written).toEqual([[{ label: 'GET /a', text: '200' }]]);
    expect(ended).toEqual([true]);
  });

  it('interrupts its request when it is cancelled, says so, and runs no further cell', async () => {
    editor.stopsAtFailure = false;
    const send = vi.fn(
      ({ signal }: { readonly signal: CancelSignal }) =>
        new Promise<readonly unknown[]>((resolve) => {
          signal.onCancel(() => resolve([{ label: 'GET /a', text: 'was cancelled', hasFailed: true }]));
        }),
    );
    const { run, written, ended, cancel } = runOf(send);
    const running = run(2);
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    cancel();
    await running;
    expect(written).toEqual([[{ label: 'GET /a', text: 'was cancelled' }]]);
    expect(ended).toEqual([false]);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('says that nothing was sent when it is cancelled before', async () => {
    const { run, written, cancel } = runOf(() => {
      cancel();
      return Promise.resolve(undefined);
    });
    await run();
    expect(written.at(-1)?.[0]?.text).toBe('It was cancelled before it was sent. Run the cell again.');
  });
});

describe('a response that arrives', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is shown while it comes, a few times a second, and then as a whole in the same output', async () => {
    let finish: () => void = () => undefined;
    const pieces: string[] = [];
    const { run, written } = runOf(async ({ inCell }) => {
      const { update } = inCell?.arriving('GET /a') ?? {};
      const show = update as ((text: () => string, more: object) => void) | undefined;
      const each = setInterval(() => {
        pieces.push('x');
        show?.(() => pieces.join(''), {});
      }, 10);
      await new Promise<void>((resolve) => (finish = resolve));
      clearInterval(each);
      return [{ label: 'GET /a', text: 'whole' }];
    });
    const running = run();
    await vi.advanceTimersByTimeAsync(4000);
    expect(pieces.length).toBeGreaterThan(350);
    expect(written.length).toBeGreaterThan(5);
    expect(written.length).toBeLessThan(15);
    expect(written[0]).toEqual([{ label: 'GET /a arrives', text: 'x' }]);
    expect(written.at(-1)?.[0]?.text.length).toBeGreaterThan(300);
    finish();
    await vi.advanceTimersByTimeAsync(1000);
    await running;
    expect(written.at(-1)).toEqual([{ label: 'GET /a', text: 'whole' }]);
  });

  it('is cancelled by the button below it', () => {
    const stop = vi.fn();
    const stops: unknown[] = [];
    const writer = createCellOutputWriter(
      { replaceOutput: () => Promise.resolve(), replaceOutputItems: () => Promise.resolve() },
      {
        items: () => [],
        ofArriving: (_, given) => {
          stops.push(given);
          return { label: '', text: '' } as never;
        },
      },
      stop,
    );
    writer.arriving('GET /a').update(() => 'x', {});
    expect(stops).toEqual([stop]);
  });
});

describe('a long body in a cell', () => {
  const modelOf = (text: string) => ({ body: { kind: 'text', text, language: 'plain' } }) as unknown as AnsweredModel;

  it('ends behind a line, and says how much there is and where', () => {
    const line = `${'a'.repeat(99)}\n`;
    const { body } = boundedModel(modelOf(line.repeat(3000)));
    expect(body).toMatchObject({
      text: line.repeat(2000).slice(0, -1),
      cut: expect.stringMatching(
        /^The cell shows the first 199,999 of 300,000 characters\. Open the response in its view/,
      ),
    });
    expect(boundedText(line.repeat(3000))).toMatch(
      /a\n# The rest is in the view of the response, and in its text\.\n$/,
    );
  });

  it('is whole when it is short, and has no half of a character', () => {
    const short = modelOf('a'.repeat(200_000));
    expect(boundedModel(short)).toBe(short);
    const { body } = boundedModel(modelOf(`a${'😀'.repeat(100_001)}`));
    expect(body).toMatchObject({ text: `a${'😀'.repeat(99_999)}` });
  });
});
