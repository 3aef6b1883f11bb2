import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine, type Completion } from '../../../packages/engine/src/index';
import { defaultConfiguration } from '../../../packages/sender/src/configuration/index';
import { parseBlock } from '../../../packages/request-file/src/syntax/parse-block';
import { applyEdits } from '../../../packages/text/src/edit';
import { isSampled, sampled } from '../../sample';

const folder = join(import.meta.dirname, '../../../examples');
const engine = createEngine();
const options = {
  context: { endpoints: defaultConfiguration.endpoints, defaults: defaultConfiguration.defaults },
  severities: {},
};
const blocks = readdirSync(folder)
  .filter((name) => name.endsWith('.http'))
  .map((name) => ({ name, file: engine.openFile(readFileSync(join(folder, name), 'utf8')) }))
  .flatMap(({ name, file }) => [...file.blocks].map(({ text }, block) => ({ name, file, block, text })));

/** Returns the text after the completion is accepted, with something in each tab stop that has nothing. */
function accept(text: string, { edit, isSnippet, additionalEdits }: Completion): string {
  const newText = isSnippet
    ? edit.newText
        .replace(/([{[]\s*)\$\d+(?=\s*[}\]])/g, '$1')
        .replace(/\$\{\d+\|([^,|]*)[^|]*\|\}/g, '$1')
        .replace(/\$\{\d+:((?:[^}\\]|\\.)*)\}/g, (_whole, inner: string) => inner || '0')
        .replace(/\$\d+/g, '0')
        .replace(/\\([\\$}])/g, '$1')
    : edit.newText;
  const edits = [{ span: edit.span, newText }, ...(additionalEdits ?? [])];
  return applyEdits(
    text,
    edits.sort((a, b) => a.span.start - b.span.start),
  );
}

function problemsOf(text: string): readonly string[] | undefined {
  const body = parseBlock(text).request?.body;
  return body?.kind === 'json' ? body.problems.map(({ message }) => message) : undefined;
}

describe.each(blocks.map((block) => ({ ...block, title: `${block.name}, block ${block.block} ${sampled}` })))(
  '$title',
  ({ file, block, text }) => {
    it('has hovers that hold the place they are asked for', () => {
      for (let offset = 0; offset <= text.length; offset++) {
        if (!isSampled(offset)) continue;
        const hover = engine.hover(file, block, offset, options);
        if (hover === undefined) continue;
        expect([hover.span.start <= offset, offset <= hover.span.end]).toEqual([true, true]);
        expect(hover.markdown).not.toMatch(/undefined|\[object|NaN/);
      }
    });

    it('has completions that replace what is around the cursor on its line, each offered once', () => {
      for (let offset = 0; offset <= text.length; offset++) {
        if (!isSampled(offset)) continue;
        const line = {
          start: text.lastIndexOf('\n', offset - 1) + 1,
          end: /\n|$/.exec(text.slice(offset))!.index + offset,
        };
        const offers = engine.complete(file, block, offset, options).items;
        for (const { edit } of offers) {
          const { start, end } = edit.span;
          expect(line.start <= start && start <= offset && offset <= end && end <= line.end).toBe(true);
        }
        expect(new Set(offers.map(({ label }) => label)).size).toBe(offers.length);
      }
    });

    it('can be read with any completion that is accepted in its body', () => {
      const body = parseBlock(text).request?.body;
      if (body === undefined || problemsOf(text)?.length !== 0) return;
      for (let offset = body.span.start; offset <= body.span.end; offset++) {
        if (!isSampled(offset)) continue;
        for (const completion of engine.complete(file, block, offset, options).items) {
          const accepted = accept(text, completion);
          if (problemsOf(accepted)?.length !== 0) expect([completion.label, accepted]).toEqual([]);
        }
      }
    });
  },
);
