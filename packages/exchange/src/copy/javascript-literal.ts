import { javascriptText, quoteJavascript } from './javascript-text';
import type { Piece } from './pieces';

/** A value of JSON whose strings may have variables in them. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/**
 * Returns the value of a text of JSON, if a client that writes it again writes the same: no numbers that JavaScript cannot hold, and no member
 * twice.
 */
export function jsonOfPieces(pieces: readonly Piece[]): { readonly value: JsonValue } | undefined {
  if (pieces.some((piece) => piece instanceof Uint8Array || (typeof piece === 'string' && marks.test(piece))))
    return undefined;
  if (pieces.some((piece) => typeof piece === 'object' && 'hasEscapes' in piece)) return undefined;
  const text = pieces
    .map((piece) =>
      typeof piece === 'object' && 'variable' in piece ? `${opening}${piece.variable}${closing}` : piece,
    )
    .join('');
  try {
    const value = JSON.parse(text) as JsonValue;
    if (text.includes('__proto__') || shapeOf(text) !== shapeOf(JSON.stringify(value))) return undefined;
    return hasVariableName(value) ? undefined : { value };
  } catch {
    return undefined;
  }
}

/** Returns an expression of JavaScript with this value. */
export function javascriptLiteral(value: JsonValue, indent = ''): string {
  if (typeof value === 'string') return javascriptText(piecesOf(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [start, items, end] = Array.isArray(value)
    ? (['[', (value as readonly JsonValue[]).map((item) => javascriptLiteral(item, inner)), ']'] as const)
    : (['{', membersOf(value as JsonMembers, inner), '}'] as const);
  if (items.length === 0) return `${start}${end}`;
  const line = items.join(', ');
  if (line.length <= 60 && !line.includes('\n')) return start === '{' ? `{ ${line} }` : `[${line}]`;
  return `${start}\n${items.map((item) => `${inner}${item},\n`).join('')}${indent}${end}`;
}

/** Returns the name of a member as JavaScript writes it. */
export function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : quoteJavascript(name);
}

/** The members of an object of JSON. */
export type JsonMembers = Readonly<Record<string, JsonValue>>;

// Characters for private use are around the name of a variable while its text is read.
const opening = '\ue000';
const closing = '\ue001';
const marks = /[\ue000\ue001]|\\ue00[01]/i;

function membersOf(value: JsonMembers, indent: string): readonly string[] {
  return Object.entries(value).map(([name, member]) => `${memberName(name)}: ${javascriptLiteral(member, indent)}`);
}

function piecesOf(text: string): readonly Piece[] {
  return text
    .split(/\ue000(\w+)\ue001/)
    .map((part, index): Piece => (index % 2 === 0 ? part : { variable: part }))
    .filter((piece) => piece !== '');
}

/** Returns a text of JSON without the contents of its strings. */
function shapeOf(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[^])*(?:"|\\?$)/g, '""').replace(/\s+/g, '');
}

function hasVariableName(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => name.includes(opening) || hasVariableName(member as JsonValue));
}
