import { expect } from 'vitest';
import { type CheckContext, type Completion, type Engine, createEngine } from '../../../packages/engine/src/index';
import type { RequestFile } from '../../../packages/request-file/src/syntax/index';
import { applyEdits } from '../../../packages/text/src/edit';

/** The cursor in test texts. */
const mark = '<|>';

const engine: Engine = createEngine();

/** Two endpoints, of which the code host is a vendor's. */
export const endpoints: CheckContext = {
  endpoints: [
    {
      name: 'cluster',
      service: 'search-cluster',
      baseUrl: 'http://127.0.0.1:9270',
      version: '8.15.0',
      deployment: 'self-managed',
    },
    { name: 'hub', service: 'code-hosting', baseUrl: 'https://hub.example.org/api/v3', vendor: 'github' },
  ],
  defaults: {},
};

interface Marked {
  readonly file: RequestFile;
  readonly block: number;
  readonly offset: number;
  readonly text: string;
}

/** Opens the text without its mark, and says where the mark was. */
export function openMarked(marked: string): Marked {
  const at = marked.indexOf(mark);
  if (at < 0) throw new Error('The text has no cursor mark.');
  const file = engine.openFile(marked.replace(mark, ''));
  let offset = at;
  let block = 0;
  while (block < file.blocks.size - 1 && offset >= file.blocks.at(block)!.text.length) {
    offset -= file.blocks.at(block)!.text.length;
    block++;
  }
  return { file, block, offset, text: file.blocks.at(block)!.text };
}

function optionsOf(context: CheckContext) {
  return { context, severities: {} };
}

/** Returns what is offered at the mark. */
export function completionsAt(marked: string, context = endpoints): readonly Completion[] {
  const { file, block, offset } = openMarked(marked);
  return engine.complete(file, block, offset, optionsOf(context)).items;
}

/** Returns the labels offered at the mark that an editor would still show for what is typed, in its order. */
export function labelsAt(marked: string, context = endpoints): readonly string[] {
  const { offset, text } = openMarked(marked);
  return [...completionsAt(marked, context)]
    .filter(({ edit, filterText }) => isSubsequence(text.slice(edit.span.start, offset), filterText))
    .sort((a, b) => (a.sortText < b.sortText ? -1 : 1))
    .map(({ label }) => label);
}

/** Expects labels to be offered at the mark, and those with a leading `-` not to be. */
export function expectOffers(marked: string, ...wanted: readonly string[]): void {
  const labels = labelsAt(marked);
  for (const label of wanted) {
    if (label.startsWith('-')) expect(labels).not.toContain(label.slice(1));
    else expect(labels).toContain(label);
  }
  if (wanted.length === 0) expect(labels).toEqual([]);
}

/** Returns the text after the offer with this label is accepted, as an editor does it. */
export function acceptAt(marked: string, label: string): string {
  const { file, text } = openMarked(marked);
  const completion = completionsAt(marked).find((candidate) => candidate.label === label);
  if (!completion) throw new Error(`Not offered: ${label}. Offered: ${labelsAt(marked).join(', ')}`);
  const { edit, isSnippet, additionalEdits } = completion;
  const before = text.slice(0, edit.span.start);
  const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n') + 1))![0];
  const newText = isSnippet ? accepted(edit.newText).replace(/\n/g, `\n${indent}`) : edit.newText;
  expect(file.blocks.size).toBeGreaterThan(0);
  return applyEdits(text, [{ span: edit.span, newText }, ...(additionalEdits ?? [])]);
}

/** Returns the Markdown shown at the mark, or an empty text. */
export function hoverTextAt(marked: string, context = endpoints): string {
  const { file, block, offset } = openMarked(marked);
  return engine.hover(file, block, offset, optionsOf(context))?.markdown ?? '';
}

/** Returns the text that the hover at the mark is about. */
export function hoveredAt(marked: string): string {
  const { file, block, offset, text } = openMarked(marked);
  const span = engine.hover(file, block, offset, optionsOf(endpoints))?.span;
  return span ? text.slice(span.start, span.end) : '';
}

/** Returns the engine of the tests. */
export function testEngine(): Engine {
  return engine;
}

/** What stays of a snippet when nothing is typed into it. */
function accepted(snippet: string): string {
  let result = '';
  for (let at = 0; at < snippet.length; at++) {
    const stop = /^\$(?:\d+|\{\d+(?::((?:[^\\}]|\\.)*))?(?:\|([^,|]*)[^|]*\|)?\})/.exec(snippet.slice(at));
    if (stop) {
      result += (stop[1] ?? stop[2] ?? '').replace(/\\(.)/g, '$1');
      at += stop[0].length - 1;
    } else if (snippet[at] === '\\') result += snippet[++at] ?? '';
    else result += snippet[at];
  }
  return result;
}

/** The editor's fuzzy filter, roughly: the letters in order, the first at the start of a word. */
export function isSubsequence(typed: string, filter: string): boolean {
  let at = 0;
  for (const letter of filter.toLowerCase()) if (letter === typed[at]?.toLowerCase()) at++;
  return at >= typed.length;
}
