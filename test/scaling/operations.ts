import { clientOf } from '../../server/src/ports/client';
import { createDiagnoser } from '../../server/src/checking/diagnoser';
import { DocumentStore, type OpenDocument } from '../../server/src/documents/documents';
import { fixesIn } from '../../server/src/features/code-actions';
import { createCodeLenses } from '../../server/src/features/code-lenses';
import { completionsAt } from '../../server/src/features/completion';
import { highlightsAt } from '../../server/src/features/document-highlights';
import { createDocumentSymbols } from '../../server/src/features/document-symbols';
import { createFoldingRanges } from '../../server/src/features/folding-ranges';
import { hoverInDocument } from '../../server/src/features/hover';
import { planAt } from '../../server/src/features/plan';
import type { FeatureContext } from '../../server/src/documents/feature-context';
import { createEngine, type CheckOptions } from '../../packages/engine/src/index';
import type { ScalingInput } from './inputs';

const options: CheckOptions = {
  context: { endpoints: [], defaults: {}, include: () => ({ kind: 'unreadable', cause: 'there is no such file' }) },
  severities: {},
};

/** What is done with a text. Each step is measured by itself, after those before it. */
export const steps = ['open', 'diagnose', 'outline', 'places', 'actions', 'edit', 'plan'] as const;
export type StepName = (typeof steps)[number];

/** At a share of the lines, what is inserted there, and how many characters are removed. */
const edits = [
  [0.5, 'x', 0],
  [0.5, '', 1],
  [0, '"', 0],
  [0, '', 1],
] as const;

/** Returns the CPU time of each step in milliseconds; with `isBrief`, only of the first two, and of one key. */
export function play(input: ScalingInput, n: number, isBrief = false): Readonly<Record<StepName, number>> {
  const text = input.make(n);
  const engine = createEngine({
    onRuleFailure: (rule) => {
      throw new Error(`The rule ${rule} threw.`);
    },
  });
  const documents = new DocumentStore(engine, 'utf-16', () => input.association);
  const diagnoser = createDiagnoser(engine, 'utf-16');
  const client = { ...clientOf({}, {}), snippets: true, versionedEdits: true };
  const context: FeatureContext = { engine, encoding: 'utf-16', client, optionsOf: () => options };
  const uri = input.association ? 'file:///a.json' : 'file:///a.http';
  const times: Record<StepName, number> = { open: 0, diagnose: 0, outline: 0, places: 0, actions: 0, edit: 0, plan: 0 };
  const measure = <T>(step: StepName, run: () => T): T => {
    const start = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(start);
    times[step] += (user + system) / 1000;
    return result;
  };
  let document: OpenDocument = measure('open', () => documents.open(uri, input.association ? 'json' : 'http', 1, text));
  const lines = text.split('\n');
  const position = (share: number) => {
    const line = Math.min(lines.length - 1, Math.floor(lines.length * share));
    return { line, character: Math.floor((lines[line] ?? '').length * share) };
  };
  const whole = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
  const range = (share: number) => ({ start: position(share), end: position(share) });
  measure('diagnose', () => diagnoser(document, options));
  const edit = ([share, newText, removed]: (typeof edits)[number]): void => {
    const { line, character } = position(share);
    const end = { line, character: character + removed };
    const change = { range: { start: { line, character }, end }, text: newText };
    document = documents.change(uri, document.version + 1, [change]) ?? document;
    diagnoser(document, options);
  };
  if (isBrief) {
    measure('edit', () => edit(edits[0]));
    return times;
  }
  measure('outline', () => [
    createDocumentSymbols()(context, document),
    createFoldingRanges()(context, document),
    createCodeLenses()(context, document),
  ]);
  measure('places', () => {
    for (const share of [0, 0.3, 0.5, 0.999]) {
      hoverInDocument(context, document, position(share));
      highlightsAt(context, document, position(share));
      completionsAt(context, document, position(share));
    }
  });
  measure('actions', () => {
    for (const asked of [whole, range(0.5)]) {
      fixesIn(context, document, { textDocument: { uri }, range: asked, context: { diagnostics: [] } });
    }
  });
  measure('edit', () => edits.forEach(edit));
  measure('plan', () => {
    planAt(context, document, { uri, line: lines.length - 1 });
    if (document.file.blocks.size < 10) for (const plan of engine.planAll(document.file, options)) void plan;
  });
  return times;
}
