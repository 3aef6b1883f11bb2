import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ScriptInput, ScriptOutput } from '../../../packages/sender/src/scripts/index';
import type { ScriptBox } from '../../../packages/node/src/script-box/box';
import { loadScriptBox } from '../../script-engine';

/**
 * Code that has led out of an engine somewhere, stopped one, or changed what others found, collected from what is reported about engines and
 * sandboxes of JavaScript, and what becomes of each: the lines of its log, its tests, what it has set, and its problem. Each begins with `===` and its
 * name; `[block]` is a script between braces. `UPDATE=1` writes the results anew.
 */
const path = join(import.meta.dirname, 'tricks.txt');
const tricks = readFileSync(path, 'utf8')
  .split(/^=== /m)
  .slice(1)
  .map((part) => /^(\[block\] )?(.+)\n([^]*?)\n--- ([^]*)\n$/.exec(part) ?? [])
  .map(([, isBlock, name = '', code = '', result = '']) => ({ name, isBlock: isBlock !== undefined, code, result }));

let box: ScriptBox;
beforeAll(async () => {
  box = await loadScriptBox({ memory: 16 * 1024 * 1024, turns: 50 });
});

function run(code: string, language: ScriptInput['language'] = 'handler'): Promise<ScriptOutput> {
  const headers = [['Content-Type', 'application/json']] as const;
  const values = {
    process: null,
    makeBox: null,
    prepare: null,
    hostFunctions: null,
    engine: null,
    hasOwnProperty: null,
  };
  return box.run({
    ...{ phase: 'response', language, code, now: 1, seed: 3, values, kept: {}, own: {}, withheld: [] },
    ...{ name: 'a', method: 'GET', request: { url: 'http://h/x', headers: [] } },
    response: { status: 200, statusText: 'OK', httpVersion: '1.1', duration: 5, headers, body: '{"a":1}' },
  });
}

const longest = 60;
const shown = (text: string) =>
  JSON.stringify(text.length > longest ? `${text.slice(0, longest)}… (${text.length})` : text);

function summaryOf({ log, tests, changes, problem, wanted }: ScriptOutput): string {
  const parts = [
    ...log.map(({ text }) => `log ${shown(text)}`),
    ...tests.map(({ name, passed, message }) => `${passed ? 'passed' : 'failed'} ${shown(name)} ${shown(message)}`),
    ...changes.map(
      (change) => `${change.kind} ${shown(change.name)} ${change.kind === 'set' ? shown(change.text) : ''}`,
    ),
    ...(problem === undefined ? [] : [`problem ${shown(problem.message)}`]),
    ...(wanted === undefined ? [] : [`wants ${wanted}`]),
  ];
  const [first = 'nothing', second, ...others] = parts.map((part) => part.trim());
  return [first, second, ...(others.length > 2 ? [`${others.length} more`] : others)].filter(Boolean).join(', ');
}

const isWrittenAnew = process.env['UPDATE'] === '1';
const written: string[] = [];
afterAll(() => {
  if (isWrittenAnew) writeFileSync(path, written.join(''));
});

it.each(tricks)('stays in the box: $name', async ({ name, code, isBlock, result }) => {
  const summary = summaryOf(await run(code, isBlock ? 'block' : 'handler'));
  if (isWrittenAnew) written.push(`=== ${isBlock ? '[block] ' : ''}${name}\n${code}\n--- ${summary}\n`);
  else expect(summary).toBe(result);
  // The next script finds everything as it was.
  const next =
    'client.log([1, 2].map((n) => n + 1), typeof {}.toJSON, /a/.test("a"), Object.keys({ a: 1 })[0], String(1), Date.now())';
  expect((await run(next)).log.map(({ text }) => text)).toEqual(['[2,3] undefined true a 1 1']);
});

it('has tried many', () => {
  expect(new Set(tricks.map(({ code }) => code)).size).toBeGreaterThan(100);
});
