import { occurrencesIn } from '@rulebook/checker/names/occurrences-in';
import { lineEndOfFile } from '@rulebook/request-file/format/format-file';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { freePath, slugOf } from './convert-body';
import type { Conversion, ConversionPlace, CreatedFile } from '@rulebook/checker/convert/model';

/** More files at once are probably not meant. */
const maxFiles = 200;

/**
 * Moves each request of a file into a file of its own, with the definitions that it uses. Offered at a line `###`, unless a request needs
 * another one.
 */
export function splitFile({ file, index, span, parse, taken }: ConversionPlace): Conversion | undefined {
  if (file.association || file.isMarkdown || file.blocks.size > maxFiles) return undefined;
  const here = parse(index);
  const titleEnd = here.text.indexOf('\n');
  if (!/^\s*###/.test(here.text) || (titleEnd >= 0 && span.start > titleEnd)) return undefined;
  const blocks = [...file.blocks].map((_, at) => parse(at));
  const requests = blocks.flatMap((block, at) =>
    (block.request ?? block.otherRequest) === undefined ? [] : [{ block, at }],
  );
  if (requests.length < 2) return undefined;
  const title = `Move each of ${String(requests.length)} requests into a file of its own`;
  if (blocks.some(dependsOnOthers))
    return {
      ...{ title, kind: 'rewrite', edits: [] },
      disabled: 'Requests of this file need each other, other files, or scripts.',
    };
  const creates: CreatedFile[] = [];
  const used = new Set(taken);
  for (const { block } of requests) {
    const words = block.directives.find(({ name }) => name.text === 'name')?.value?.text ?? block.title?.text ?? '';
    const path = freePath(slugOf(words) || 'request', 'http', used);
    used.add(path);
    creates.push({ path, text: definitionsFor(block, file) + block.text.trimEnd() + lineEndOfFile(file) });
  }
  const edits = requests.map(({ block, at }) => ({
    block: at,
    edits: [{ span: { start: 0, end: block.text.length }, newText: '' }],
  }));
  return { title, kind: 'rewrite', edits, creates };
}

function dependsOnOthers(block: Block): boolean {
  if (block.imports.length + block.runs.length + block.scripts.length > 0) return true;
  return occurrencesIn(block).some(
    ({ kind, role, by }) => kind === 'request' && role === 'reference' && by !== 'member',
  );
}

/** Returns the lines with the definitions that a block uses and does not hold, also those that the definitions use. */
function definitionsFor(block: Block, { definitions, ...file }: RequestFile): string {
  const own = new Set(block.variables.map(({ name }) => name.text));
  const needed = new Map<string, string>();
  const add = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\{\{[ \t]*(?:\$\w+[ \t]+)?%?([^\s{}]+?)[ \t]*\}\}/g)) {
      const value = definitions.get(name);
      if (value === undefined || own.has(name) || needed.has(name)) continue;
      needed.set(name, value);
      add(value);
    }
  };
  add(block.text);
  const lineEnd = lineEndOfFile({ ...file, definitions });
  const lines = [...needed].map(([name, value]) => `@${name} = ${value}${lineEnd}`);
  return lines.length === 0 ? '' : lines.join('') + lineEnd;
}
