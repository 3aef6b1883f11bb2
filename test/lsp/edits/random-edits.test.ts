import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { CodeLens, Diagnostic, DocumentDiagnosticReport } from 'vscode-languageserver-protocol';
import { applyEdits } from '../../../packages/text/src/edit';
import { seed as dayOrSeed, triesOf } from '../../sample';
import { plainFindings } from '../../unit/rules/plain-findings';
import { filesNextTo, root, startArbitrary } from './edit-starts';
import type { StartFile } from './edit-starts';
import { editText, positionAt, stepArbitrary } from './edit-steps';
import type { Step } from './edit-steps';
import { startInMemory } from '../server-in-memory';
import type { ServerInMemory } from '../server-in-memory';

/** How many edits are tried; `RULEBOOK_EDITS` asks for more, and `RULEBOOK_EDITS_SEED` for others. */
const edits = Number(process.env['RULEBOOK_EDITS'] ?? triesOf(400));
const seed = Number(process.env['RULEBOOK_EDITS_SEED'] ?? dayOrSeed);
/** Walks over large files are fewer; not each step is compared, so that several edits come between as well. */
const kinds = [
  { name: 'a file', isLarge: false, share: 0.97, every: 2 },
  { name: 'a large body', isLarge: true, share: 0.03, every: 5 },
];
const longestWalk = 30;
/** How many edits a walk has on average. */
const editsOfWalk = 8;

const capabilities = {
  textDocument: {
    diagnostic: {},
    codeLens: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    completion: { completionItem: { snippetSupport: true } },
  },
  workspace: { workspaceEdit: { documentChanges: true } },
};

function start(isUtf8: boolean): Promise<ServerInMemory> {
  const general = { positionEncodings: isUtf8 ? ['utf-8'] : ['utf-16'] };
  return startInMemory(filesNextTo, { rootUri: root, capabilities: { ...capabilities, general } });
}

/** A client that remembers the newest report, as editors do. */
function pulling(server: ServerInMemory, textDocument: { readonly uri: string }) {
  let known: { readonly resultId: string | undefined; readonly items: readonly Diagnostic[] } | undefined;
  return async (): Promise<readonly Diagnostic[]> => {
    const params = { textDocument, ...(known?.resultId !== undefined && { previousResultId: known.resultId }) };
    server.takeCheck();
    const report = (await server.request('textDocument/diagnostic', params)) as DocumentDiagnosticReport;
    if (report.kind === 'full') known = { resultId: report.resultId, items: report.items };
    return known?.items ?? [];
  };
}

/** What the engine found in the whole file, with places in the file. */
function foundBy(server: ServerInMemory): unknown {
  const last = server.takeCheck();
  if (!last) return undefined;
  const { report, file } = last;
  return {
    text: server.engine.textOf(file),
    requests: report.requests,
    findings: plainFindings(report).map((list, index) => [file.blocks.lineOf(index), list]),
  };
}

/** What the client sees in addition to the diagnostics. */
async function seenIn(server: ServerInMemory, uri: string, diagnostics: readonly Diagnostic[], places: Places) {
  const textDocument = { uri };
  const ask = (method: string, params: object = {}) =>
    server.request(`textDocument/${method}`, { textDocument, ...params });
  const lenses = (await ask('codeLens')) as readonly CodeLens[];
  const finding = diagnostics[places.number % Math.max(1, diagnostics.length)];
  const lens = lenses[places.number % Math.max(1, lenses.length)];
  const [position] = places.positions;
  return {
    symbols: await ask('documentSymbol'),
    folding: await ask('foldingRange'),
    links: await ask('documentLink'),
    lenses,
    resolved: lens && (await server.request('codeLens/resolve', lens)),
    plan: await server.request('rulebook/plan', { uri, line: position?.line }),
    actions: finding && (await ask('codeAction', { range: finding.range, context: { diagnostics: [finding] } })),
    highlights: await Promise.all(places.positions.map((one) => ask('documentHighlight', { position: one }))),
    definitions: await Promise.all(places.positions.map((one) => ask('definition', { position: one }))),
    references: await ask('references', { position, context: { includeDeclaration: true } }),
    hovers: await Promise.all(places.positions.map((one) => ask('hover', { position: one }))),
    // The first list opens by itself, and to ask again where one was asked for is a wish.
    automatic: await ask('completion', { position, context: { triggerKind: 2, triggerCharacter: '"' } }),
    completions: await Promise.all(
      places.positions.map((one) => ask('completion', { position: one, context: { triggerKind: 1 } })),
    ),
  };
}

interface Places {
  readonly number: number;
  readonly positions: readonly { readonly line: number; readonly character: number }[];
}

/** Compares by text first: to print how two large values differ takes minutes. */
function expectSame(edited: Readonly<Record<string, unknown>>, fresh: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(fresh)) {
    const [a, b] = [String(JSON.stringify(edited[name])), String(JSON.stringify(fresh[name]))];
    if (a === b) continue;
    let from = 0;
    while (from < a.length && a[from] === b[from]) from++;
    expect({ [name]: a.slice(Math.max(0, from - 300), from + 300) }).toEqual({
      [name]: b.slice(Math.max(0, from - 300), from + 300),
    });
  }
}

/** What the walks did, so that one that tries nothing is noticed. */
const done = { edits: 0, comparisons: 0, findings: 0 };

async function walk(
  { uri, languageId, text: startText }: StartFile,
  steps: readonly Step[],
  isUtf8: boolean,
  every: number,
) {
  const [server, fresh] = await Promise.all([start(isUtf8), start(isUtf8)]);
  const textDocument = { uri };
  const pull = pulling(server, textDocument);
  const edited = editText(startText, isUtf8);
  let version = 1;
  server.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text: startText } });
  await pull();
  let held: { range: object; text: string }[] = [];
  for (const [index, step] of steps.entries()) {
    let before = edited.text();
    const replacements = edited.apply(step);
    for (const { start: from, end, newText } of replacements) {
      const range = { start: positionAt(before, from, isUtf8), end: positionAt(before, end, isUtf8) };
      held.push({ range, text: newText });
      before = applyEdits(before, [{ span: { start: from, end }, newText }]);
    }
    expect(before).toBe(edited.text());
    for (const _ of replacements) if (++done.edits % 10_000 === 0) say(JSON.stringify(done));
    if (step.isHeld && index < steps.length - 1) continue;
    const isWhole = step.kind === 'whole' || held.length === 0;
    // What is typed comes as one message for each key, anything else as one for all.
    const messages = isWhole ? [[{ text: before }]] : step.kind === 'type' ? held.map((change) => [change]) : [held];
    for (const contentChanges of messages)
      server.notify('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges });
    held = [];
    const diagnostics = await pull();
    if (index % every !== 0 && index < steps.length - 1) continue;

    done.comparisons++;
    done.findings += diagnostics.length;
    fresh.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text: before } });
    const freshly = pulling(fresh, textDocument);
    let expected = await freshly();
    expectSame({ found: foundBy(server) }, { found: foundBy(fresh) });
    let shown = diagnostics;
    if (JSON.stringify(shown) !== JSON.stringify(expected)) {
      // Of very many findings, those are shown around which a user works.
      const line = positionAt(before, step.at % (before.length + 1), isUtf8).line;
      for (const each of [server, fresh]) each.notify('rulebook/look', { uri, line });
      shown = await pull();
      expected = await freshly();
    }
    expectSame({ diagnostics: shown }, { diagnostics: expected });
    if (index % 6 === 0 || index === steps.length - 1) {
      const offsets = [step.at * 31, step.at * 17 + 3].map((number) => Math.abs(number) % (before.length + 1));
      const places = {
        number: Math.abs(step.at),
        positions: offsets.map((offset) => positionAt(before, offset, isUtf8)),
      };
      expectSame(await seenIn(server, uri, shown, places), await seenIn(fresh, uri, expected, places));
    }
    fresh.notify('textDocument/didClose', { textDocument });
    expect([...server.log, ...fresh.log]).toEqual([]);
  }
}

describe.each(kinds)('$name after any edits', ({ isLarge, share, every }) => {
  it(`is what a fresh open of its text is`, { timeout: 86_400_000 }, async () => {
    const before = done.edits;
    const numRuns = Math.max(1, Math.round((edits * share) / editsOfWalk));
    const steps = fc.array(stepArbitrary, { minLength: 1, maxLength: longestWalk });
    await fc.assert(
      fc.asyncProperty(startArbitrary(isLarge), steps, fc.boolean(), (file, walked, isUtf8) =>
        walk(file, walked, isUtf8, every),
      ),
      { numRuns, seed },
    );
    expect(done.edits - before).toBeGreaterThan(numRuns);
    expect(done.findings).toBeGreaterThan(0);
  });
});

function say(line: string): void {
  if (process.env['RULEBOOK_EDITS'] !== undefined) console.log(line);
}

afterAll(() => {
  say(`Seed ${String(seed)}: ${JSON.stringify(done)}`);
});
