// Keys, pauses and larger edits in a file that has been open for a while: S1, S2 and S4.
import { editAt, lineLike, spotOf, typeWord } from './edits.mjs';
import { costOf, startSession } from './session.mjs';
import { median, quantile, randomNumbers } from './statistics.mjs';

/** @typedef {import('./bench.mjs').Bench} Bench */
/** @typedef {import('./session.mjs').Session} Session */

const word = 'statistics';
/** What is on the screen. */
const visible = 20;

/**
 * @param {Bench} bench
 * @param {(id: string) => boolean} isWanted
 */
export async function measureKeys({ server, big, small, samples, report }, isWanted) {
  const session = await opened(server, big);
  const before = await diagnosticsAtRest(session, big.uri);
  if (isWanted('S1')) {
    const other = await opened(server, small);
    await typing({ session, other, big, small, samples, report });
    await other.stop();
  }
  if (isWanted('S2')) await pauses({ session, big, samples, report });
  if (isWanted('S4')) await largerEdits({ session, big, samples, report });
  const after = await diagnosticsAtRest(session, big.uri);
  report.expect(isSame(before, after), 'The diagnostics of the large file are others after all edits were undone.');
  await session.stop();
}

async function opened(server, document) {
  const session = await startSession(server);
  await session.open(document);
  await warmUp(session, document);
  return session;
}

/**
 * Types until the code of a key is compiled, and asks for what a pause asks for.
 * @param {Session} session
 */
export async function warmUp(session, { uri, text }) {
  const lines = text.split('\n');
  const next = randomNumbers(5);
  for (let number = 0; number < 8; number++) await typeWord(session, uri, spotOf(lines, number, next), word, 10);
  for (let number = 0; number < 3; number++) await pause(session, uri, 0);
}

/** Two files in turn, so that both have the same clock. */
async function typing({ session, other, big, small, samples, report }) {
  /** @type {{ big: number[], small: number[] }} */
  const times = { big: [], small: [] };
  const sides = [
    { own: session, document: big, list: times.big, lines: big.text.split('\n'), next: randomNumbers(11) },
    { own: other, document: small, list: times.small, lines: small.text.split('\n'), next: randomNumbers(11) },
  ];
  const words = Math.ceil((samples * 4) / word.length);
  for (let number = 0; number < words; number++) {
    for (const { own, document, list, lines, next } of sides)
      list.push(...(await typeWord(own, document.uri, spotOf(lines, number, next), word)));
  }
  for (const { document, lines, next, own } of sides) {
    // A name of a member that is not known any more while it is typed.
    const { line, character } = spotOf(lines, 1, next);
    await own.edit(document.uri, { start: { line, character }, end: { line, character } }, 'x');
    const found = own.documentOf(document.uri).items.some(({ range }) => range.start.line === line);
    report.expect(found, `The misspelt name in line ${line} of ${document.uri} is not reported.`);
    await own.edit(document.uri, { start: { line, character }, end: { line, character: character + 1 } }, '');
  }
  const count = { samples: times.big.length };
  const [high, low] = [quantile(times.big, 0.95), quantile(times.small, 0.95)];
  report.row('S1', 'typing a word, key to its diagnostics, p95', high, { unit: 'ms', goal: 8, ...count });
  report.row('S1', '  the same over a file of 100 requests', high / low, { unit: 'times', goal: 1.3, ...count });
}

/**
 * Asks for what VS Code asks for when a user pauses.
 * @param {Session} session
 * @param {string} uri
 * @param {number} line at which a user looks
 */
async function pause(session, uri, line) {
  const textDocument = { uri };
  const ask = (method) => session.request(`textDocument/${method}`, { textDocument });
  const [lenses, symbols, ranges] = await Promise.all([
    lensesAt(session, uri, line),
    ask('documentSymbol'),
    ask('foldingRange'),
  ]);
  return { lenses, symbols, ranges };
}

/**
 * Asks for the lenses, and for what those on the screen say.
 * @param {Session} session
 * @param {string} uri
 * @param {number} line in the middle of the screen
 */
export async function lensesAt(session, uri, line) {
  /** @type {any[]} */
  const all = await session.request('textDocument/codeLens', { textDocument: { uri } });
  const distance = (lens) => Math.abs(lens.range.start.line - line);
  const nearest = [...all].sort((a, b) => distance(a) - distance(b)).slice(0, visible);
  return Promise.all(nearest.map((lens) => (lens.command ? lens : session.request('codeLens/resolve', lens))));
}

/**
 * Finds out whether there are lenses around a line, and each sends its request.
 * @param {readonly any[]} lenses
 * @param {readonly string[]} lines
 * @param {number} line
 */
export function areLensesRight(lenses, lines, line) {
  return (
    lenses.length >= 10 &&
    lenses.every(
      ({ command, range }) =>
        command?.command === 'rulebook.send' &&
        /^[A-Z]+ /.test(lines[range.start.line] ?? '') &&
        Math.abs(range.start.line - line) < 1500,
    )
  );
}

async function pauses({ session, big, samples, report }) {
  const lines = big.text.split('\n');
  const next = randomNumbers(17);
  /** @type {{ cpu: number[], megabytes: number[] }} */
  const found = { cpu: [], megabytes: [] };
  for (let sample = 0; sample < samples; sample++) {
    const { line, character } = spotOf(lines, sample, next);
    const { range, text, undo } = editAt(lines, line, character, 'x');
    // A user has scrolled there before.
    await session.notify('rulebook/look', { uri: big.uri, line });
    await session.idle();
    const bytes = session.bytes();
    /** @type {Awaited<ReturnType<typeof pause>> | undefined} */
    let seen;
    const cpu = await costOf(session, async () => {
      await session.edit(big.uri, range, text);
      seen = await pause(session, big.uri, line);
    });
    found.cpu.push(cpu);
    found.megabytes.push((session.bytes() - bytes) / 1e6);
    if (!seen) continue;
    const { lenses, symbols, ranges } = seen;
    report.expect(
      areLensesRight(lenses, lines, line),
      `Around line ${line}, ${lenses.length} lenses are not as they should be.`,
    );
    const isListed = symbols.some(({ range: { start, end } }) => start.line <= line && line <= end.line);
    report.expect(isListed && symbols.length >= 1000, `There are ${symbols.length} symbols.`);
    report.expect(ranges.length > 0, `There are ${ranges.length} folding ranges.`);
    await session.edit(big.uri, undo.range, undo.text);
  }
  const about = { samples };
  report.row('S2', 'a pause: diagnostics, lenses, symbols, folding, CPU', median(found.cpu), {
    unit: 'ms',
    goal: 20,
    ...about,
  });
  report.row('S2', '  bytes from the server', median(found.megabytes), { unit: 'MB', goal: 2.5, ...about });
}

const pasted = `### Pasted
# @name pasted
PUT /_snapshot/pasted
Content-Type: application/json

{
  "type": "fs",
  "settings": { "location": "/mnt/backups/pasted" }
}

`;

async function largerEdits({ session, big, samples, report }) {
  const lines = big.text.split('\n');
  const next = randomNumbers(23);
  /** @type {Record<string, () => import('./edits.mjs').Edit>} */
  const kinds = {
    letter: () => {
      const { line, character } = spotOf(lines, next(4), next);
      return editAt(lines, line, character, 'x');
    },
    'a request is pasted': () => editAt(lines, lineLike(lines, /^### /, next), 0, pasted),
    'a line `###` is deleted': () => {
      const line = lineLike(lines, /^### /, next);
      const { range, text, undo } = editAt(lines, line, 0, '', lines[line]);
      const whole = { start: range.start, end: { line: line + 1, character: 0 } };
      const back = { start: range.start, end: range.start };
      return { range: whole, text, undo: { range: back, text: `${undo.text}\n` } };
    },
    'a line `###` is added': () => editAt(lines, lineLike(lines, /^\{$/, next), 0, '###\n'),
  };
  /** @type {Record<string, number[]>} */
  const found = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let sample = 0; sample < samples + 3; sample++) {
    for (const [kind, make] of Object.entries(kinds)) {
      const { range, text, undo } = make();
      const cost = await costOf(session, () => session.edit(big.uri, range, text));
      await session.edit(big.uri, undo.range, undo.text);
      // The first ones warm up.
      if (sample >= 3) found[kind]?.push(cost);
    }
  }
  const letter = median(found['letter'] ?? []);
  const others = Object.keys(kinds).filter((kind) => kind !== 'letter');
  const ratios = others.map((kind) => median(found[kind] ?? []) / letter);
  report.row('S4', 'the costliest larger edit over a letter, CPU', Math.max(...ratios), {
    unit: 'times',
    goal: 3,
    samples,
  });
  for (const [at, kind] of others.entries())
    report.row('S4', `  ${kind}`, ratios[at] ?? NaN, { unit: 'times', samples });
  report.row('S4', '  a letter', letter, { unit: 'ms', samples });
}

/**
 * Returns the diagnostics as they are when a user edits the first line: which of very many are shown depends on the place.
 * @param {Session} session
 * @param {string} uri
 */
export async function diagnosticsAtRest(session, uri) {
  const start = { line: 0, character: 0 };
  await session.edit(uri, { start, end: start }, ' ');
  await session.edit(uri, { start, end: { line: 0, character: 1 } }, '');
  return session.diagnosticsOf(uri);
}

/** Compares what two reports say, in any order. */
export function isSame(before, after) {
  const texts = (items) => items.map((item) => JSON.stringify(item)).sort();
  const [one, two] = [texts(before), texts(after)];
  return one.length === two.length && one.every((text, at) => text === two[at]);
}
