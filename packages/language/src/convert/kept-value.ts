import { nameOfRequest } from '@rulebook/checker/binding/request-name';
import { lineEndOfFile } from '@rulebook/request-file/format/format-file';
import { occurrencesIn } from '@rulebook/checker/names/occurrences-in';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { TextEdit } from '@rulebook/text/edit';
import { textIn, type Span } from '@rulebook/text/span';
import { slugOf } from './convert-body';
import { maxBlocks, type BlockEdits, type Conversion, type ConversionPlace } from '@rulebook/checker/convert/model';

/** A script that does nothing but keep a member of the response's body. */
const keeping =
  /^\s*client\.global\.set\(\s*(["'])([A-Za-z_][\w.-]*)\1\s*,\s*response\.body((?:\.[A-Za-z_]\w*|\[\d+\])*)\s*\)\s*;?\s*$/;

/** Makes response references of a variable that the script at the cursor, and nothing else, takes from the response. */
export function referenceKeptValue({ file, index, span, parse }: ConversionPlace): Conversion | undefined {
  if (file.isMarkdown || file.association || file.blocks.size > maxBlocks) return undefined;
  const here = parse(index);
  const script = here.scripts.find((one) => one.kind === 'response-script' && meets(one.span, span));
  const [, , variable, members = ''] = (script?.code && keeping.exec(textIn(here.text, script.code))) ?? [];
  if (!script || !here.request || variable === undefined) return undefined;
  const blocks = [...file.blocks].map((_, at) => parse(at));
  if (!isOnlyKept(blocks, variable)) return undefined;
  const present = nameOfRequest(here)?.text;
  const name = present ?? freeName(here, blocks);
  if (!/^[\w-]+$/.test(name)) return undefined;
  const uses = blocks.map((block) => usesIn(block, variable, `${name}.response.body.$${members}`));
  // A request cannot take a value from its own response, and what is not used here may be used in other files.
  if (uses[index]?.length !== 0 || uses.every((ofBlock) => ofBlock.length === 0)) return undefined;
  const edits = uses.flatMap((ofBlock, block): BlockEdits[] =>
    ofBlock.length === 0 ? [] : [{ block, edits: ofBlock }],
  );
  const start = lineStart(here.text, here.request.lineSpan.start);
  const named = { span: { start, end: start }, newText: `# @name ${name}${lineEndOfFile(file)}` };
  const removed = { span: withLines(here.text, script.span), newText: '' };
  edits.push({ block: index, edits: [...(present === undefined ? [named] : []), removed] });
  return {
    title: 'Rewrite script as response reference',
    kind: 'quickfix',
    edits: edits.sort((a, b) => a.block - b.block),
  };
}

/** Returns whether one script sets the variable, none reads it, and nothing defines it. */
function isOnlyKept(blocks: readonly Block[], variable: string): boolean {
  const set = blocks.flatMap(({ scripts }) => scripts.flatMap(({ names }) => names));
  const isRead = blocks.some(({ scripts, text }) =>
    scripts.some(({ code }) =>
      [...(code ? textIn(text, code) : '').matchAll(/\.get\(\s*["'`]([^"'`]*)["'`]/g)].some(
        ([, name]) => name === variable,
      ),
    ),
  );
  const isDefined = blocks.some(({ variables, prompts, runs }) =>
    [...variables, ...prompts, ...runs.flatMap(({ assignments }) => assignments)].some(
      ({ name }) => name.text === variable,
    ),
  );
  return set.filter(({ text }) => text === variable).length === 1 && !isRead && !isDefined;
}

function usesIn({ placeholders }: Block, variable: string, reference: string): TextEdit[] {
  return placeholders.flatMap(({ name, span }) => {
    const percent = name.startsWith('%') ? '%' : '';
    const isMeant = name.slice(percent.length).trim() === variable;
    return isMeant ? [{ span, newText: `{{${percent}${reference}}}` }] : [];
  });
}

/** Returns a name for a request without one, of its title or its path. */
function freeName({ title, request }: Block, blocks: readonly Block[]): string {
  const taken = new Set(blocks.flatMap((block) => occurrencesIn(block).map(({ name }) => name)));
  const segment = request?.target.segments.findLast(
    ({ text, hasPlaceholder }) => !hasPlaceholder && /[a-z]/i.test(text),
  );
  const words = [title?.text ?? '', segment?.text ?? '', 'request'];
  const slugs = words.map((word) => slugOf(word).replace(/[^a-z0-9_-]/g, ''));
  const base = slugs.find((word) => /^[a-z_]/.test(word)) ?? 'request';
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}-${String(number)}`;
  return name;
}

function meets(one: Span, other: Span): boolean {
  return one.start <= other.end && other.start <= one.end;
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** Returns the lines of a span with their line end, and with the blank lines above, unless something follows at once. */
function withLines(text: string, { start, end }: Span): Span {
  const first = lineStart(text, start);
  const lineFeed = text.indexOf('\n', end);
  const next = lineFeed < 0 ? text.length : lineFeed + 1;
  const isGapKept = text.slice(next).trim() !== '' && !/^[ \t]*\r?\n/.test(text.slice(next));
  const above = /(?<=\n)(?:[ \t]*\r?\n)*$/.exec(text.slice(0, first))?.[0].length ?? 0;
  return { start: isGapKept ? first : first - above, end: next };
}
