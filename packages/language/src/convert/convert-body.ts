import { directiveOf } from '@rulebook/checker/binding/model';
import { lineEndOfFile } from '@rulebook/request-file/format/format-file';
import type { Block, RequestSyntax } from '@rulebook/request-file/syntax/model';
import { blockStarts } from '@rulebook/request-file/syntax/split-blocks';
import { applyEdits, type TextEdit } from '@rulebook/text/edit';
import { touches } from '@rulebook/text/span';
import type { Conversion, ConversionPlace } from '@rulebook/checker/convert/model';

/** Moves a body into a file next to the request file. */
export function moveBodyToFile({ file, index, span, parse, taken }: ConversionPlace): Conversion | undefined {
  const block = parse(index);
  const { text, request } = block;
  const { body } = request ?? {};
  if (!request || !body || block.association || file.isMarkdown || block.problems.length > 0) return undefined;
  if (body.kind !== 'json' && body.kind !== 'text') return undefined;
  // The first line of the body, so that it is not offered everywhere.
  const [firstLine = ''] = text.slice(body.span.start).split('\n', 1);
  if (!touches({ start: body.span.start, end: body.span.start + firstLine.length }, span.start)) return undefined;
  const mediaType = request.headers.find(({ name }) => /^content-type$/i.test(name.text))?.value.text ?? '';
  const extension = extensionOf(body, mediaType);
  if (extension === undefined) return undefined;
  const content = text.slice(body.span.start, body.span.end);
  const path = freePath(nameOfRequest(block, request), extension, taken);
  const sign = content.includes('{{') ? '<@' : '<';
  const lead = request.form === 'console' ? lineEndOfFile(file) : '';
  const edit: TextEdit = { span: body.span, newText: `${lead}${sign} ./${path}` };
  return {
    title: `Move the body to the file ${path}`,
    kind: 'extract',
    edits: [{ block: index, edits: [edit] }],
    creates: [{ path, text: content }],
  };
}

/** Takes the content of a file into the request, where it is sent alike. */
export function takeBodyFromFile(
  { index, parse, parseText }: Pick<ConversionPlace, 'index' | 'parse' | 'parseText'>,
  content: string,
): Conversion | undefined {
  const block = parse(index);
  const body = block.request?.body;
  if (body?.kind !== 'file' || body.encoding !== undefined || content.length > longestBody) return undefined;
  const isJson = /\.jsonc?$/i.test(body.path.text);
  const written = isJson ? content.trim() : content;
  if (written === '' || (!body.fillsVariables && written.includes('{{'))) return undefined;
  const edit: TextEdit = { span: body.span, newText: written };
  const next = applyEdits(block.text, [edit]);
  const now = parseText(next);
  const after = now.request?.body;
  const isKept =
    blockStarts(next).length === 1 &&
    now.problems.length === 0 &&
    after?.kind === (isJson ? 'json' : 'text') &&
    !(after.kind === 'json' && after.problems.length > 0) &&
    !(after.kind === 'text' && after.files) &&
    next.slice(after.span.start, after.span.end) === written;
  return isKept
    ? {
        title: 'Take the body from the file into the request',
        kind: 'inline',
        edits: [{ block: index, edits: [edit] }],
      }
    : undefined;
}

/** Longer bodies are better kept in files. In UTF-16 code units. */
const longestBody = 200_000;

/** Returns the extension of a file from which the body is sent alike; undefined when there is none. */
function extensionOf(body: NonNullable<RequestSyntax['body']>, mediaType: string): string | undefined {
  if (body.kind === 'json') {
    const isOne = body.isLines !== true && body.values.length === 1;
    return isOne && !body.isRelaxed && body.problems.length === 0 ? 'json' : undefined;
  }
  if (body.kind !== 'text' || body.files || mediaType === '') return undefined;
  if (/^\s*(?:multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType) || /json/i.test(mediaType))
    return undefined;
  const [, known] = /\b(xml|html|csv|yaml|markdown)\b/i.exec(mediaType) ?? [];
  return known === undefined ? 'txt' : known.toLowerCase().replace('markdown', 'md');
}

function nameOfRequest(block: Block, { target }: RequestSyntax): string {
  const words =
    directiveOf(block, 'name')?.text ?? block.title?.text ?? target.segments.map(({ text }) => text).join('-');
  return slugOf(words) || 'body';
}

/** Returns a name for a file: letters, digits and hyphens, in lower case. */
export function slugOf(words: string): string {
  const slug = words.replace(/\{\{[^{}]*\}\}/g, ' ').replace(/[^\p{L}\p{N}]+/gu, '-');
  return slug
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
}

/** Returns a path that is not taken. */
export function freePath(name: string, extension: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const path = `${name}${number === 1 ? '' : `-${String(number)}`}.${extension}`;
    if (!taken.has(path)) return path;
  }
}
