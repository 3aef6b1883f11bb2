import type { ScriptPlace } from '@rulebook/sender/scripts';
import type { BoxResults, BoxStart } from './box';

/** Returns what takes the tests and the log of a script. */
export function makeResults({ output, exit, refuse, shown, placeIn }: BoxStart): BoxResults {
  const maxEntries = 1000;
  const maxText = 10_000;
  const waits: Promise<unknown>[] = [];
  /** Tests that run, of which several may wait for promises. */
  const running = new Set<{ judgesStatus?: true }>();
  const readStatus = (status: number): number => {
    for (const one of running) one.judgesStatus = true;
    return status;
  };
  const note = (
    name: string,
    message: string,
    place: ScriptPlace | undefined,
    about: { judgesStatus?: true },
  ): void => {
    running.delete(about);
    if (output.tests.length >= maxEntries) return;
    const passed = message === '';
    const { judgesStatus } = about;
    output.tests.push({
      name: name.slice(0, maxText),
      passed,
      message: message.slice(0, maxText),
      place,
      judgesStatus,
    });
  };
  const failed = (name: string, error: unknown, place: ScriptPlace | undefined, about: object): void => {
    running.delete(about);
    if (error === exit) throw exit;
    let message = '';
    let at = place;
    try {
      message = error instanceof Error ? String(error.message) : shown(error);
      at = placeIn((error as Error | undefined)?.stack) ?? place;
    } catch {
      // What was thrown cannot be read.
    }
    note(name, message === '' ? 'The test has failed.' : message, at, about);
  };
  const test = (name: string, body: unknown): void => {
    const place = placeIn(new Error('').stack);
    if (typeof body !== 'function') refuse('A test needs a function as its second argument.');
    const run = body as () => unknown;
    const about = {};
    running.add(about);
    try {
      const result = run();
      if (!(result instanceof Promise)) {
        note(String(name), '', place, about);
        return;
      }
      waits.push(
        result.then(
          () => {
            note(String(name), '', place, about);
          },
          (error: unknown) => {
            failed(String(name), error, place, about);
          },
        ),
      );
    } catch (error) {
      failed(String(name), error, place, about);
    }
  };
  const log = (values: unknown[]): void => {
    if (output.log.length > maxEntries) return;
    if (output.log.length === maxEntries) {
      output.log.push({ text: '… (further lines are left out)' });
      return;
    }
    const text = values.map(shown).join(' ').slice(0, maxText);
    output.log.push({ text, place: placeIn(new Error('').stack) });
  };
  return { test, log, waits, readStatus };
}
