import type { ScriptPlace } from '../../../engine/src/sending/scripts/index';
import type { BoxResults, BoxStart } from './box';

/** Returns what takes the tests and the log of a script. */
export function makeResults({ output, exit, refuse, shown, placeIn }: BoxStart): BoxResults {
  const maxEntries = 1000;
  const maxText = 10_000;
  const waits: Promise<unknown>[] = [];
  const note = (name: string, message: string, place: ScriptPlace | undefined): void => {
    if (output.tests.length >= maxEntries) return;
    const passed = message === '';
    output.tests.push({ name: name.slice(0, maxText), passed, message: message.slice(0, maxText), place });
  };
  const failed = (name: string, error: unknown, place: ScriptPlace | undefined): void => {
    if (error === exit) throw exit;
    let message = '';
    let at = place;
    try {
      message = error instanceof Error ? String(error.message) : shown(error);
      at = placeIn((error as Error | undefined)?.stack) ?? place;
    } catch {
      // What was thrown cannot be read.
    }
    note(name, message === '' ? 'The test has failed.' : message, at);
  };
  const test = (name: string, body: unknown): void => {
    const place = placeIn(new Error('').stack);
    if (typeof body !== 'function') refuse('A test needs a function as its second argument.');
    const run = body as () => unknown;
    try {
      const result = run();
      if (!(result instanceof Promise)) {
        note(String(name), '', place);
        return;
      }
      waits.push(
        result.then(
          () => {
            note(String(name), '', place);
          },
          (error: unknown) => {
            failed(String(name), error, place);
          },
        ),
      );
    } catch (error) {
      failed(String(name), error, place);
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
  return { test, log, waits };
}
