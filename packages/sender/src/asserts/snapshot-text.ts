import { membersOfObject, type JsonNode } from '@rulebook/json/json-node';
import { count } from '@rulebook/text/count';
import { selectNodes } from '@rulebook/json/select-nodes';
import type { ReceivedResponse } from '../plan/response';
import { maskResponse } from '../response/describe-response';
import { describeSize } from '../response/measures';
import { printXml } from '../response/xml-printer';
import { readJsonText, type JsonItem, type JsonText } from './json-values';

/** A longer body is not kept, in UTF-16 code units. */
const longest = 2_000_000;
/** So many values are left out at most. */
const maxValues = 100_000;

/**
 * Returns what a snapshot keeps of a response, as JSON with its members in order: the status, the media type and the body, without secrets; or why
 * that is not possible, in a sentence.
 */
export function snapshotOf(
  response: ReceivedResponse,
  secrets: readonly string[],
): JsonText | { readonly problem: string } {
  if (response.interruption !== undefined) return { problem: 'The response is incomplete.' };
  if (response.isTruncated && response.binary === undefined)
    return { problem: 'The body is too large to be kept, so it cannot be compared.' };
  const { status, headers, body, binary, size } = maskResponse(response, secrets);
  if (body.length > longest) return { problem: 'The body is too large for a snapshot.' };
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const head = `{"status": ${status}${type === undefined ? '' : `, "content-type": ${JSON.stringify(type)}`}`;
  const json = binary === undefined && body.trim() !== '' ? readJsonText(body) : undefined;
  let rest = '';
  if (binary !== undefined) rest = `, "binary": ${JSON.stringify(`${binary}, ${describeSize(size)}`)}`;
  else if (json !== undefined) rest = `, "body": ${body}`;
  else if (body !== '') {
    const text = /\bxml\b/i.test(type ?? '') ? (printXml(body) ?? body) : body;
    rest = `, "text": ${JSON.stringify(text.split(/\r?\n/))}`;
  }
  const read = readJsonText(`${head}${rest}}`);
  return read === undefined ? { problem: 'The body is nested too deeply for a snapshot.' } : read;
}

/** Returns a snapshot as it is compared and written: an item a line, members in the order of their names, and without what is at the paths. */
export function printSnapshot({ source, node }: JsonItem, ignored: readonly string[], indent = ''): string {
  const body = membersOfObject(node).find(({ key }) => key === 'body')?.value;
  const left = new Set<JsonNode>();
  for (const path of body === undefined ? [] : ignored) {
    const found = body && selectNodes(body, path, maxValues);
    if (typeof found === 'object') for (const one of found) left.add(one);
  }
  return printed({ source, node }, left, indent);
}

function printed({ source, node }: JsonItem, left: ReadonlySet<JsonNode>, indent: string): string {
  const inner = `${indent}  `;
  if (node.type === 'array') {
    const items = (node.children ?? []).filter((child) => !left.has(child));
    if (items.length === 0) return '[]';
    return `[\n${items.map((child) => inner + printed({ source, node: child }, left, inner)).join(',\n')}\n${indent}]`;
  }
  if (node.type !== 'object') return source.slice(node.offset, node.offset + node.length);
  const members = [...new Map(membersOfObject(node).map(({ key, value }) => [key, value]))]
    .filter(([, value]) => !left.has(value))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (members.length === 0) return '{}';
  const lines = members.map(
    ([key, value]) => `${inner}${JSON.stringify(key)}: ${printed({ source, node: value }, left, inner)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** So many lines of a difference are shown. */
const shownLines = 30;
/** Longer lines are cut, in UTF-16 code units. */
const longestLine = 200;
/** Longer texts are compared by what they have in common at both ends. */
const maxCells = 1_000_000;

/** Returns the lines in which two texts differ, with one around them, each behind `-` for the first text, `+` for the second one, or a blank. */
export function differingLines(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = changedLines(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const all = [
    ...old.slice(Math.max(0, start - 1), start).map((line) => ` ${line}`),
    ...middle,
    ...old.slice(old.length - end, old.length - end + 1).map((line) => ` ${line}`),
  ].map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}…` : line));
  const more = all.length - shownLines;
  return more > 0 ? [...all.slice(0, shownLines), ` … and ${count(more, 'more line')}`] : all;
}

/** Returns removed and added lines, and of those that both have the ones next to them. */
function changedLines(old: readonly string[], now: readonly string[]): readonly string[] {
  const whole = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  if (old.length === 0 || now.length === 0 || old.length * now.length > maxCells) return whole;
  const width = now.length + 1;
  /** How many lines both have from a line of each on. */
  const common = new Uint32Array((old.length + 1) * width);
  for (let at = old.length - 1; at >= 0; at--)
    for (let other = now.length - 1; other >= 0; other--)
      common[at * width + other] =
        old[at] === now[other]
          ? 1 + (common[(at + 1) * width + other + 1] ?? 0)
          : Math.max(common[(at + 1) * width + other] ?? 0, common[at * width + other + 1] ?? 0);
  const lines: string[] = [];
  for (let at = 0, other = 0; at < old.length || other < now.length;) {
    if (at < old.length && other < now.length && old[at] === now[other]) {
      lines.push(` ${old[at] ?? ''}`);
      at++;
      other++;
    } else if (
      other >= now.length ||
      (at < old.length && (common[(at + 1) * width + other] ?? 0) >= (common[at * width + other + 1] ?? 0))
    )
      lines.push(`-${old[at++] ?? ''}`);
    else lines.push(`+${now[other++] ?? ''}`);
  }
  const isChange = (index: number) => /^[-+]/.test(lines[index] ?? '');
  return lines.flatMap((line, index) => {
    if (isChange(index) || isChange(index - 1) || isChange(index + 1)) return [line];
    return isChange(index - 2) ? [' …'] : [];
  });
}
