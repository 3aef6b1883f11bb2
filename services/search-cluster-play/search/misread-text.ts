import type { JsonNode } from '@rulebook/json/json-node';
import { readJsonTree } from '@rulebook/json/json-tree';
import type { Problem } from '../indices/problem';
import { misread, unparsed, type MisreadType } from './misread';

/** What is wrong with the text of a body before its members are looked at. */
type BrokenText = 'incomplete' | 'malformed' | 'followed' | 'repeated' | 'unknown-first';

/** Returns what is wrong with the JSON text of a body; `isKnown` says whether the service knows a member. */
function brokenText(text: string, isKnown: (name: string) => boolean): BrokenText | undefined {
  const { root, problems } = readJsonTree(text, 'standard');
  const [first] = problems;
  if (first === undefined) return root && repeatsKey(root) ? 'repeated' : undefined;
  if (first.isFurtherValue) return 'followed';
  if (isOpen(text) && first.span.end >= text.trimEnd().length) return 'incomplete';
  // The service reads members in their order, so it sees an unknown one before a mistake behind it.
  const [member] = root?.type === 'object' ? (root.children ?? []) : [];
  const [key, value] = member?.children ?? [];
  const isEarlier = value !== undefined && value.offset + value.length < first.span.start + 1;
  return isEarlier && !isKnown(String(key?.value)) ? 'unknown-first' : 'malformed';
}

const types: Readonly<Record<BrokenText, MisreadType>> = {
  incomplete: 'x_content_e_o_f_exception',
  malformed: 'x_content_parse_exception',
  followed: 'parsing_exception',
  repeated: 'x_content_parse_exception',
  'unknown-first': 'parsing_exception',
};

/** Returns the problem of a text that is not a search. */
export function problemOfText(text: string, isKnown: (name: string) => boolean): Problem | undefined {
  if (text.trim() === '') return text === '' ? undefined : unparsed('body');
  const broken = brokenText(text, isKnown);
  return broken && misread('body', types[broken]);
}

function repeatsKey(node: JsonNode): boolean {
  const children = node.children ?? [];
  if (node.type === 'object') {
    const keys = children.map(({ children: [key] = [] }) => key?.value);
    if (new Set(keys).size < keys.length) return true;
  }
  return children.some(repeatsKey);
}

/** Returns whether a text ends inside an object, a list or a string. */
function isOpen(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character === '\\') at++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  return isQuoted || depth > 0;
}
