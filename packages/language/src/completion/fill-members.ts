import { requiredFieldsOf } from '@rulebook/checker/binding/required-fields';
import type { Binding, BoundValue } from '@rulebook/checker/binding/model';
import type { BlockEdits, Conversion, ConversionPlace } from '@rulebook/checker/convert/model';
import { absentFieldsOf } from '@rulebook/checker/rules/support/bound-values';
import {
  indentAt,
  indentUnitOfText,
  insertMember,
  reindent,
  skeletonOf,
} from '@rulebook/checker/rules/support/json-edits';
import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';
import type { Block } from '@rulebook/request-file/syntax/model';
import type { JsonNode } from '@rulebook/json/json-node';
import { applyEdits, type TextEdit } from '@rulebook/text/edit';
import { lineEndOf } from '@rulebook/text/lines';
import { touches, type Span } from '@rulebook/text/span';
import { exampleBodies } from './body-skeleton';

/** Where members are filled in, with what the catalogue knows of a block of this text. */
interface FillPlace extends ConversionPlace {
  readonly bind: (block: Block) => Binding | undefined;
}

/** A larger body, or one that lacks more, is not filled in. */
const longestBody = 200_000;
const maxMembers = 100;

/**
 * Inserts the required members that the JSON object at the cursor and the objects in it lack, or the examples of its description into an empty body.
 * A request without a body gets one.
 */
export function fillMembers(place: FillPlace): readonly Conversion[] {
  const { file, index, span, parse } = place;
  const block = parse(index);
  if (block.text.length > longestBody || file.blocks.at(index)?.indented !== undefined) return [];
  const lineEnd = lineEndOf(block.text);
  const start = startOf(block, span, lineEnd);
  if (!start) return [];
  const conversion = (title: string, text: string): readonly Conversion[] =>
    text === start.text ? [] : [{ title, kind: 'rewrite', edits: [edit(index, block.text, text)] }];
  const filled = fillAt(place, start);
  const { operation } = place.bind(place.parseText(start.text)) ?? {};
  const examples = operation && start.isEmpty ? exampleBodies(operation) : [];
  return [
    ...(filled === undefined ? [] : conversion('Fill required members', filled)),
    ...examples.flatMap(({ title, text }) =>
      isJsonObject(text) ? conversion(`Fill from example: ${title}`, withBody(start, text, lineEnd)) : [],
    ),
  ];
}

/** A text with an object, which may be empty, at an offset. */
interface Start {
  readonly text: string;
  readonly offset: number;
  /** The body is an object without members and comments. */
  readonly isEmpty: boolean;
}

function startOf(block: Block, { start }: Span, lineEnd: string): Start | undefined {
  const { text, request, association, response, unsupported, asserts, comments } = block;
  if (!request || response || association?.isAnswer === true) return undefined;
  const { body } = request;
  if (body) {
    if (body.kind !== 'json' || body.problems.length > 0 || body.isLines === true || body.values.length !== 1)
      return undefined;
    if (!touches(body.span, start)) return undefined;
    return { text, offset: start, isEmpty: /^\{\s*\}$/.test(text.slice(body.span.start, body.span.end).trim()) };
  }
  const headEnd = request.headers.at(-1)?.span.end ?? request.lineSpan.end;
  const isLast = text.slice(headEnd).trim() === '' && unsupported.length + asserts.length === 0;
  if (association || !isLast || start < request.lineSpan.start || comments.some((comment) => comment.end > headEnd))
    return undefined;
  const head = text.slice(0, headEnd) + lineEnd + lineEnd;
  const rest = text.slice(headEnd).replace(/^(?:[ \t]*\r?\n){1,2}/, '');
  return { text: `${head}{}${lineEnd}${rest}`, offset: head.length + 1, isEmpty: true };
}

/** Returns the text with all required members; undefined if nothing is missing. */
function fillAt({ parseText, bind }: FillPlace, { text: before, offset }: Start): string | undefined {
  let text = before;
  // Each member may change which others are required.
  for (let count = 0; count <= maxMembers; count++) {
    const block = parseText(text);
    const { body } = block.request ?? {};
    if (body?.kind !== 'json' || body.problems.length > 0) return undefined;
    const binding = bind(block);
    const object = binding?.body && objectAt(binding.body, offset);
    const next = binding && object && firstMissing(object, binding);
    if (!next) return text === before ? undefined : text;
    const json = skeletonOf(next.field, next.object.node);
    text = applyEdits(text, addMember(text, next.object.node, next.field.name, json));
  }
  return undefined;
}

function firstMissing(object: BoundValue, binding: Binding): ReturnType<typeof missingIn> {
  const own = missingIn(object, binding);
  if (own) return own;
  for (const value of [...object.members.flatMap(({ value = [] }) => value), ...object.items]) {
    const inner = firstMissing(value, binding);
    if (inner) return inner;
  }
  return undefined;
}

function missingIn(object: BoundValue, binding: Binding) {
  const [field] = absentFieldsOf(object, binding, requiredFieldsOf);
  return field && { object, field };
}

/** Returns the innermost object at the offset. */
function objectAt(value: BoundValue, offset: number): BoundValue | undefined {
  if (!touches(value.span, offset)) return undefined;
  for (const inner of [...value.members.flatMap(({ value = [] }) => value), ...value.items]) {
    const found = objectAt(inner, offset);
    if (found) return found;
  }
  return value.node.type === 'object' ? value : undefined;
}

/** Adds a member in the indentation and with the line ends of the text. */
function addMember(text: string, object: JsonNode, name: string, json: string): readonly TextEdit[] {
  const unit = indentUnitOfText(text);
  const indented = json.replace(/^(?: {2})+/gm, (blanks) => unit.repeat(blanks.length / 2));
  const edits = behindComment(text, object, name, indented) ?? [insertMember(text, object, name, indented)];
  return edits.map(({ span, newText }) => ({ span, newText: newText.replace(/\r?\n/g, lineEndOf(text)) }));
}

/** Adds a member behind a comment on the line of the last one; undefined if there is none. */
function behindComment(text: string, object: JsonNode, name: string, json: string): readonly TextEdit[] | undefined {
  const last = object.children?.at(-1);
  if (!last) return undefined;
  const end = last.offset + last.length;
  let [behind, hasComma, hasComment] = [end, false, false];
  const tokens = new JsonTokens(text, end, object.offset + object.length - 1);
  for (let kind = tokens.next(); kind !== jsonToken.end; kind = tokens.next()) {
    if (text.slice(behind, tokens.start).includes('\n')) break;
    if (kind === jsonToken.comma) hasComma = true;
    else hasComment = true;
    behind = tokens.start + text.slice(tokens.start, tokens.end).trimEnd().length;
  }
  if (!hasComment) return undefined;
  const indent = indentAt(text, last.offset);
  const newText = `\n${indent}${JSON.stringify(name)}: ${reindent(json, indent)}`;
  const comma = hasComma ? [] : [{ span: { start: end, end }, newText: ',' }];
  return [...comma, { span: { start: behind, end: behind }, newText }];
}

function withBody({ text, offset }: Start, example: string, lineEnd: string): string {
  const open = text.lastIndexOf('{', offset);
  const start = open < 0 || text.slice(open + 1, offset).trim() !== '' ? text.indexOf('{', offset) : open;
  const end = text.indexOf('}', start) + 1;
  return text.slice(0, start) + example.trim().replace(/\r?\n/g, lineEnd) + text.slice(end);
}

function isJsonObject(text: string): boolean {
  return /^\s*\{[\s\S]*\}\s*$/.test(text);
}

/** Returns what changes the text of a block into another one: the part between what both have in common. */
function edit(block: number, before: string, after: string): BlockEdits {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let same = 0;
  while (same < before.length - start && same < after.length - start && before.at(-1 - same) === after.at(-1 - same))
    same++;
  const span = { start, end: before.length - same };
  return { block, edits: [{ span, newText: after.slice(start, after.length - same) }] };
}
