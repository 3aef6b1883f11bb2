import { editsSetting, layoutOf, type Layout } from '@rulebook/json/json-edits';
import { nodeAt, type JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import { JsonTokens, jsonToken } from '@rulebook/json/json-tokens';
import { applyEdits } from '@rulebook/text/edit';

/** A member that is set, whatever was there before. */
export interface SetMember {
  /** At least one key. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Returns the text of a `rulebook.json` with members set, comments, layout and the rest untouched; undefined where its JSON cannot be edited. */
export function withMembers(text: string | undefined, members: readonly SetMember[]): string | undefined {
  const mark = text?.startsWith('\uFEFF') === true ? '\uFEFF' : '';
  const source = (text ?? '').slice(mark.length);
  const layout = layoutOf(source);
  const isNew = source.trim() === '';
  let result: string | undefined = isNew ? '{}' : source;
  for (const member of members) result = result === undefined ? undefined : withMember(result, member, layout);
  return result === undefined || objectOf(result) === undefined
    ? undefined
    : `${mark}${result}${isNew ? layout.eol : ''}`;
}

function withMember(text: string, { path, value }: SetMember, layout: Layout): string | undefined {
  const root = objectOf(text);
  if (root === undefined) return undefined;
  let parent = root;
  for (const [index, key] of path.entries()) {
    const found = nodeAt(parent, [key]);
    if (found === undefined) {
      const inner = path.slice(index + 1).reduceRight((made: unknown, name) => ({ [name]: made }), value);
      return withInserted(text, parent, `${JSON.stringify(key)}: `, inner, layout);
    }
    if (index === path.length - 1) {
      const edits = editsSetting(text, path, value, layout);
      return edits && applyEdits(text, edits);
    }
    if (found.type !== 'object') return undefined;
    parent = found;
  }
  return undefined;
}

/** The library would lay out the member before again, and take the comment behind it for that of the new one. */
function withInserted(text: string, parent: JsonNode, key: string, value: unknown, layout: Layout): string {
  const { eol, unit } = layout;
  const own = indentAt(text, parent.offset);
  const last = parent.children?.at(-1);
  if (last === undefined) {
    const start = parent.offset + 1;
    const end = parent.offset + parent.length - 1;
    const inside = text.slice(start, end).trimEnd();
    return `${text.slice(0, start)}${inside}${eol}${own}${unit}${key}${written(value, `${own}${unit}`, layout)}${eol}${own}${text.slice(end)}`;
  }
  const end = last.offset + last.length;
  const comma = commaBehind(text, end);
  const afterValue = comma === undefined ? end : comma + 1;
  const isOneLine = !text.slice(parent.offset, parent.offset + parent.length).includes('\n');
  if (isOneLine) {
    const added = `${comma === undefined ? ',' : ''} ${key}${inOneLine(value)}${comma === undefined ? '' : ','}`;
    return `${text.slice(0, afterValue)}${added}${text.slice(afterValue)}`;
  }
  const indent = indentAt(text, last.offset);
  const isShort = last.children?.[1]?.type === 'object' && !text.slice(last.offset, end).includes('\n');
  const line = `${eol}${indent}${key}${isShort ? inOneLine(value) : written(value, indent, layout)}${comma === undefined ? '' : ','}`;
  // A comment on the line of the last member is about that member.
  const rest = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*)?(?=\r?\n)/.exec(text.slice(afterValue))?.[0] ?? '';
  const at = afterValue + rest.length;
  return `${text.slice(0, afterValue)}${comma === undefined ? ',' : ''}${rest}${line}${text.slice(at)}`;
}

/** Returns the offset of the comma behind a member, with comments between them passed over. */
function commaBehind(text: string, offset: number): number | undefined {
  const tokens = new JsonTokens(text, offset, text.length, true);
  while (tokens.next() > jsonToken.text);
  return tokens.kind === jsonToken.comma ? tokens.start : undefined;
}

/** Returns the indentation of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function written(value: unknown, indent: string, { unit, eol }: Layout): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`);
}

function inOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${inOneLine(one)}`)
    .join(', ')} }`;
}

function objectOf(text: string): JsonNode | undefined {
  const { root, problems } = readJsonTree(text);
  return problems.length === 0 && root?.type === 'object' ? root : undefined;
}
