import { occurrencesIn } from '@rulebook/checker/names/occurrences-in';
import { lineEndOfFile } from '@rulebook/request-file/format/format-file';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import type { RequestFile } from '@rulebook/request-file/syntax/request-file';
import { touches, type Span } from '@rulebook/text/span';
import { maxBlocks, type BlockEdits, type Conversion, type ConversionPlace } from '@rulebook/checker/convert/model';

/** A text that can become a variable. */
interface Extractable {
  readonly title: string;
  readonly name: string;
  readonly value: string;
  readonly uses: readonly { readonly block: number; readonly span: Span }[];
}

/** Makes a variable of the file of the host, the header value or the JSON value at the cursor; of a host, for all requests to it. */
export function extractVariable(place: ConversionPlace): Conversion | undefined {
  const { file, index, parse } = place;
  if (file.association || file.isMarkdown || file.blocks.size > maxBlocks) return undefined;
  const found = extractableAt(place);
  if (!found || !isPlain(found.value)) return undefined;
  const name = freeName(file, parse, found.name);
  const edits = new Map<number, BlockEdits['edits'][number][]>();
  for (const { block, span } of found.uses)
    edits.set(block, [...(edits.get(block) ?? []), { span, newText: `{{${name}}}` }]);
  const definition = definitionEdit(file, parse(0), `@${name} = ${found.value}`);
  edits.set(0, [definition, ...(edits.get(0) ?? [])]);
  if (!edits.has(index)) return undefined;
  return { title: found.title, kind: 'extract', edits: [...edits].map(([block, edits]) => ({ block, edits })) };
}

function extractableAt({ file, index, span, parse }: ConversionPlace): Extractable | undefined {
  const block = parse(index);
  const { request } = block;
  if (!request || block.problems.length > 0) return undefined;
  const { origin } = request.target;
  if (origin && touches(origin.span, span.start) && !origin.text.includes('{{')) {
    const uses: Extractable['uses'][number][] = [];
    for (let other = 0; other < file.blocks.size; other++) {
      if (!(file.blocks.at(other)?.text.includes(origin.text) ?? false)) continue;
      const parsed = parse(other);
      const same = parsed.request?.target.origin;
      const spanOfSame = same?.text === origin.text ? same.span : hostOfCurl(parsed, origin.text);
      if (spanOfSame !== undefined) uses.push({ block: other, span: spanOfSame });
    }
    const title =
      uses.length > 1
        ? `Extract the host of ${String(uses.length)} requests into a variable`
        : 'Extract the host into a variable';
    return { title, name: 'baseUrl', value: origin.text, uses };
  }
  for (const { name, value } of request.headers) {
    if (
      !touches(value.span, span.start) ||
      value.text === '' ||
      block.text.slice(value.span.start, value.span.end) !== value.text
    )
      continue;
    const uses = [{ block: index, span: value.span }];
    return { title: 'Extract the header value into a variable', name: name.text, value: value.text, uses };
  }
  const { body } = request;
  if (body?.kind !== 'json' || body.problems.length > 0 || !touches(body.span, span.start)) return undefined;
  const node = body.values.map((value) => valueAt(value, span.start)).find((value) => value !== undefined);
  return node && ofJson(block, index, node);
}

/** Returns where a `curl` command has the host. */
function hostOfCurl({ text, otherRequest }: Block, host: string): Span | undefined {
  const url = otherRequest?.curl?.places.url;
  if (otherRequest === undefined || url === undefined) return undefined;
  const quoted = otherRequest.span.start + url.start;
  const start = /["']/.test(text[quoted] ?? '') ? quoted + 1 : quoted;
  const end = start + host.length;
  return text.slice(start, end) === host && !/[\w.:-]/.test(text[end] ?? '') ? { start, end } : undefined;
}

function ofJson({ text }: Block, index: number, node: JsonNode): Extractable | undefined {
  const written = text.slice(node.offset, node.offset + node.length);
  const isString = node.type === 'string';
  if (isString && (written.length < 3 || written.startsWith('"""') || !written.endsWith('"'))) return undefined;
  const span = isString
    ? { start: node.offset + 1, end: node.offset + node.length - 1 }
    : { start: node.offset, end: node.offset + node.length };
  const key: unknown = node.parent?.type === 'property' ? node.parent.children?.[0]?.value : undefined;
  return {
    title: 'Extract the value into a variable',
    name: typeof key === 'string' ? key : 'value',
    value: text.slice(span.start, span.end),
    uses: [{ block: index, span }],
  };
}

/** Returns the value without members at the offset. */
function valueAt(root: JsonNode, offset: number): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  while (node?.children) {
    const inside: readonly JsonNode[] = node.type === 'property' ? node.children.slice(1) : node.children;
    node = inside.find((child) => touches({ start: child.offset, end: child.offset + child.length }, offset));
  }
  return node && touches({ start: node.offset, end: node.offset + node.length }, offset) ? node : undefined;
}

/** Whether the value means the same behind `@name =`: it has one line, no escapes, no variables, and blanks and quotes are not at its ends. */
function isPlain(value: string): boolean {
  return value !== '' && value.length < 5000 && !/[\\\r\n\u2028\u2029]|\{\{|\}\}|^[\s"']|[\s"']$/.test(value);
}

function freeName(file: RequestFile, parse: ConversionPlace['parse'], wanted: string): string {
  const base = wanted.replace(/[^\w-]+/g, '_').replace(/^[\d_-]+|_+$/g, '') || 'value';
  // Requests without a host would go to a variable of this name.
  const taken = new Set([...file.definitions.keys(), 'host', 'Host', 'HOST']);
  for (let index = 0; index < file.blocks.size; index++)
    if (file.blocks.at(index)?.text.includes(base) ?? false)
      for (const { name } of occurrencesIn(parse(index))) taken.add(name);
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}_${String(number)}`;
    if (!taken.has(name)) return name;
  }
}

/** Puts a definition behind those at the beginning of the file, or above everything else. */
function definitionEdit(file: RequestFile, { text, variables, request, title }: Block, line: string) {
  const lineEnd = lineEndOfFile(file);
  const before = variables.filter(
    ({ span }) => title === undefined && (!request || span.end <= request.lineSpan.start),
  );
  const last = before.at(-1);
  if (last) return { span: { start: last.span.end, end: last.span.end }, newText: lineEnd + line };
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  return { span: { start, end: start }, newText: line + lineEnd + lineEnd };
}
