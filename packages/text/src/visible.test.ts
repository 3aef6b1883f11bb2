import { describe, expect, it } from 'vitest';
import { framesOf } from './frames-of';
import { visible, visibleJson, visibleLine } from './visible';

describe('visible', () => {
  it.each([
    ['\x1b[31mred\x1b[0m', '\\x1b[31mred\\x1b[0m'],
    ['\x1b]0;title\x07', '\\x1b]0;title\\x07'],
    ['\x9b31m\x85\x7f', '\\x9b31m\\x85\\x7f'],
    ['over\rwritten', 'over\\x0dwritten'],
    ['a\b\b', 'a\\x08\\x08'],
    ['abc\u202egnp.exe\u2066', 'abc\\u202egnp.exe\\u2066'],
    ['\ufeffx\u2028y\u{e0041}', '\\ufeffx\\u2028y\\u{e0041}'],
  ])('shows %j as %j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  it.each(['a\tb\nc\r\nd', 'ä€😀👩‍👩‍👧 nbsp', '\\x1b'])('leaves %j', (text) => {
    expect(visible(text)).toBe(text);
  });

  it('keeps a message in its line', () => {
    expect(visibleLine('a\nb\r\nc\td')).toBe('a\\nb\\nc\\td');
  });

  it('keeps the meaning of JSON', () => {
    const value = { 'a\u009b\u202e': ['\u{e0041}\x7f', 'line\n'] };
    const shown = visibleJson(JSON.stringify(value, null, 2));
    expect(JSON.parse(shown)).toEqual(value);
    expect(shown).not.toMatch(/[\u007f-\u009f\u202e]/);
  });
});

describe('framesOf', () => {
  it('says kind and place, without the message and the folders of the machine', () => {
    const error = new TypeError('CANARY\n    at CANARY (/home/me/x.ts:1:2)');
    const frames = framesOf(error);
    expect(frames).toMatch(/^TypeError\n\s+at .*\(?visible\.test\.ts:\d+:\d+\)?/);
    expect(frames).not.toMatch(/CANARY|\/home/);
  });

  it.each([
    ['    at run (file:///home/me/dist/parts/cli.mjs:1:2)', '    at run (cli.mjs:1:2)'],
    ['    at async C:\\Users\\me\\dist\\server.js:1:2', '    at async server.js:1:2'],
    ['    at Object.run [as go] (/home/me/a/server.js:10:20)', '    at Object.run [as go] (server.js:10:20)'],
    ['    at run (/home/my name/dist/cli.js:1:2)', '    at run (cli.js:1:2)'],
    ['    at /home/my name/dist/cli.js:1:2', '    at cli.js:1:2'],
    ['    at node:internal/process/task_queues:95:5', '    at node:internal/process/task_queues:95:5'],
    ['    at next (node:internal/a/b:95:5)', '    at next (node:internal/a/b:95:5)'],
    ['    at async Promise.all (index 0)', '    at async Promise.all (index 0)'],
    ['    at Array.map (<anonymous>)', '    at Array.map (<anonymous>)'],
    ['    at run (/home/me (work)/dist/cli.js:1:2)', '    at run (cli.js:1:2)'],
    ['    at async run (../../engine/src/engine.ts:1:2)', '    at async run (engine.ts:1:2)'],
    ['    at node_modules/package/lib/is.js (/home/me/server.js:1:2)', '    at is.js (server.js:1:2)'],
    ['    at x.build\\lib\\is.js [as y/z.js] (C:\\me\\server.js:1:2)', '    at is.js [as z.js] (server.js:1:2)'],
    ['    at eval (eval at <anonymous> (/home/me/a.js:3:18), <anonymous>:1:1)', '    at eval (<anonymous>:1:1)'],
    ['    at run (file:///home/me/cli.mjs?from=/home/me:1:2)', '    at run (cli.mjs:1:2)'],
    ['    at run (webpack://rulebook/home/me/cli.ts:1:2)', '    at run (cli.ts:1:2)'],
    ['    at run (/home/me/unknown)', '    at run (<anonymous>)'],
  ])('shortens %s', (line, short) => {
    const error = new Error('x');
    error.stack = `Error: x\n${line}`;
    expect(framesOf(error)).toBe(`Error\n${short}`);
  });

  it('gives the code, and nothing about values other than errors', () => {
    expect(framesOf(Object.assign(new Error('x'), { code: 'ENOENT', stack: 'other' }))).toBe('Error ENOENT');
    expect(framesOf('CANARY')).toBe('unknown error');
  });
});
