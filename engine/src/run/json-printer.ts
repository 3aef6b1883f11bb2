import { mask } from './redact';

/** Member names whose text values are never shown. */
const secretMembers: ReadonlySet<string> = new Set(['api_key', 'encoded', 'secret', 'token']);

/** A secret that an answer holds: the member's name and its value. */
export interface FoundSecret {
  readonly name: string;
  readonly value: string;
}

/** JSON in several lines, and the secrets that were masked on the way. */
export interface PrintedJson {
  readonly text: string;
  readonly found: readonly FoundSecret[];
}

const token = /[ \t\r\n]+|"(?:[^"\\]|\\[\s\S])*"|-?\d[\d.eE+-]*|true|false|null|[{}[\],:]/y;

/**
 * Prints JSON text with one member per line and secrets masked. Numbers and strings are copied as they are, since reading and writing
 * them again would change some. Returns undefined for text that is no JSON.
 */
export function printJson(source: string): PrintedJson | undefined {
  const tokens = tokensOf(source);
  if (tokens === undefined || tokens.length === 0) return undefined;
  const found: FoundSecret[] = [];
  const pieces: string[] = [];
  // Of each open bracket: what it is. A list rather than recursion, since the nesting is the sender's.
  const open: string[] = [];
  const newLine = () => pieces.push('\n', '  '.repeat(Math.min(open.length, 40)));
  let member: string | undefined;
  for (const [index, text] of tokens.entries()) {
    const next = tokens[index + 1];
    switch (text) {
      case '{':
      case '[':
        open.push(text);
        pieces.push(text);
        if (next !== '}' && next !== ']') newLine();
        member = undefined;
        break;
      case '}':
      case ']': {
        if (open.pop() !== (text === '}' ? '{' : '[')) return undefined;
        const previous = tokens[index - 1];
        if (previous !== '{' && previous !== '[') newLine();
        pieces.push(text);
        break;
      }
      case ',':
        pieces.push(text);
        newLine();
        member = undefined;
        break;
      case ':':
        pieces.push(': ');
        break;
      default:
        if (next === ':') {
          member = text;
          pieces.push(text);
        } else if (member !== undefined && text.startsWith('"') && isSecretMember(member) && text.length > 2) {
          found.push({ name: textValue(member), value: textValue(text) });
          pieces.push(`"${mask}"`);
        } else pieces.push(text);
      // Several values behind each other are newline-delimited JSON.
    }
    if (open.length === 0 && next !== undefined && next !== ':' && next !== ',' && text !== ':' && text !== ',')
      pieces.push('\n');
  }
  return open.length > 0 ? undefined : { text: pieces.join(''), found };
}

function tokensOf(source: string): readonly string[] | undefined {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    if (match === null) return undefined;
    if (!/^[ \t\r\n]/.test(match[0])) tokens.push(match[0]);
  }
  return tokens;
}

function isSecretMember(key: string): boolean {
  return secretMembers.has(textValue(key).toLowerCase());
}

function textValue(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}
