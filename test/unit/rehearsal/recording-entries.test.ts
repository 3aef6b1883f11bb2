import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { entriesOfFile } from '../../../cli/src/rehearsal/recording-entries';
import { lineStartsOf, positionAt } from '../../../packages/text/src/lines';
import { spansOf } from '../../../packages/json/src/json-spans';

async function read(text: string) {
  const path = join(mkdtempSync(join(tmpdir(), 'rulebook-entries-')), 'a.har');
  writeFileSync(path, text);
  const entries = entriesOfFile(path);
  const found: { text: string | undefined; start: object }[] = [];
  for (;;) {
    const next = await entries.next();
    if (next.done === true) return { found, end: next.value };
    found.push(next.value);
  }
}

/** Texts of all lengths, so that pieces end in the middle of names, of escapes and of characters. */
const entry = (index: number) => ({
  entries: [{ log: index }],
  text: `"\\ {[\n${'ä😀\\"'.repeat(index % 97)}`,
  'a "name"': { log: { entries: [1, 2] } },
});

it('finds the entries of a recording with their places, in pieces of any length', async () => {
  const log = {
    version: '1.2',
    pages: [{ entries: [{}] }],
    entries: Array.from({ length: 1200 }, (_, at) => entry(at)),
  };
  for (const indent of [0, 2]) {
    const text = JSON.stringify({ before: { entries: [{}] }, log }, null, indent);
    const starts = lineStartsOf(text);
    const { found, end } = await read(text);
    expect(end).toBe('whole');
    const spans = spansOf(text, ['log', 'entries', '*']);
    expect(found).toEqual(
      spans.map((span) => ({ text: text.slice(span.start, span.end), start: positionAt(starts, span.start) })),
    );
  }
});

it('says how far a recording was read', async () => {
  const text = JSON.stringify({ log: { entries: [entry(1), entry(2)] } });
  expect(await read(text.slice(0, -20))).toMatchObject({ found: [{}], end: 'cut' });
  expect(await read('{"log":{"entries":{}}}')).toEqual({ found: [], end: 'no-list' });
  expect(await read('hello')).toEqual({ found: [], end: 'cut' });
  expect(await read('\uFEFF{"log":{"entries":[]}}')).toEqual({ found: [], end: 'whole' });
});
