import type { ScriptSituation } from '@rulebook/request-file/scripts/script-members';
import { scriptsIn } from '@rulebook/request-file/scripts/script-situation';
import { ownNamesOf, tokensOf, type ScriptToken } from '@rulebook/request-file/scripts/script-tokens';
import type { JsonPath } from '@rulebook/json/json-position';
import type { Block } from '@rulebook/request-file/syntax/model';
import { span, type Span } from '@rulebook/text/span';
import { wayIntoResponse } from './script-values';

/** A word of a script, or the name of a variable in quotes. */
export interface ScriptCursor extends ScriptSituation {
  readonly kind: 'script';
  /** The word. */
  readonly span: Span;
  /** What is in front of its dot: `client.global`; empty for a word alone. */
  readonly object: string;
  /** It is called. */
  readonly isCalled: boolean;
  /** The text between quotes that names a variable: `client.global.get("token")`. */
  readonly isVariable?: true;
  /** The text between quotes that names a header field of the response. */
  readonly isHeader?: true;
  /** The word is a member of the value of the response, at the end of this way: `["items", 0]` behind `response.body.items[0].`. */
  readonly answer?: JsonPath;
}

/** Functions whose first argument is the name of a variable. */
const takesName = /^(?:client|request)\.(?:global|environment|variables(?:\.\w+)?)\.(?:get|set|clear)$/;

/** Functions whose first argument is the name of a header field. */
const takesHeader = /^(?:response\.headers\.values?Of|pm\.response\.headers\.(?:get|has))$/;

/** Returns what a position in a script means: `outside` where it is in no script, undefined where nothing is known. */
export function scriptCursorAt(block: Block, offset: number): ScriptCursor | 'outside' | undefined {
  if (block.scripts.length === 0) return 'outside';
  const script = scriptsIn(block).find(({ code }) => code.start <= offset && offset <= code.end);
  if (script === undefined)
    return block.scripts.some(({ code }) => code && code.start <= offset && offset <= code.end) ? undefined : 'outside';
  const { code, language, phase } = script;
  const source = block.text.slice(code.start, code.end);
  if (isInComment(source.slice(0, offset - code.start))) return undefined;
  const tokens = tokensOf(source, code.start);
  const index = tokens.findIndex(
    (token) => token.span.start < offset && offset <= token.span.end && token.kind !== 'sign',
  );
  const here = tokens[index];
  const situation = { kind: 'script', language, ...(phase !== undefined && { phase }) } as const;
  if (here?.kind === 'string') {
    const inner = span(here.span.start + 1, here.span.end - (isClosed(here) ? 1 : 0));
    const called = offset <= inner.end ? (objectBefore(tokens, index - 1, true) ?? '') : '';
    const found = { ...situation, span: inner, object: '', isCalled: false };
    if (takesHeader.test(called)) return { ...found, isHeader: true };
    return takesName.test(called) ? { ...found, isVariable: true } : undefined;
  }
  if (here?.kind === 'other') return undefined;
  const behind = here === undefined ? tokens.findIndex((token) => token.span.start >= offset) : index;
  const at = behind < 0 ? tokens.length : behind;
  const object = objectBefore(tokens, at - 1, false);
  const word = here?.span ?? span(offset, offset);
  const isMember = tokens[at - 1]?.text === '.';
  const answer = isMember && phase !== 'request' ? wayIntoResponse(tokens, at - 1, language) : undefined;
  if (answer !== undefined) return { ...situation, span: word, object: object ?? '', isCalled: false, answer };
  const [root = ''] = (object === '' ? (here?.text ?? '') : (object ?? '')).split('.', 1);
  if (object === undefined || ownNamesOf(tokens).has(root)) return undefined;
  return { ...situation, span: word, object, isCalled: tokens[here ? at + 1 : at]?.text === '(' };
}

/** Returns the names in front of a token that is a dot, or of an opening bracket; empty where there is none, undefined where a value is in front of it. */
function objectBefore(tokens: readonly ScriptToken[], last: number, isBracket: boolean): string | undefined {
  if (isBracket ? tokens[last]?.text !== '(' : tokens[last]?.text !== '.') return isBracket ? undefined : '';
  const words: string[] = [];
  let at = last;
  do {
    const next = tokens[at - 1]?.text === '?' && tokens[at]?.text === '.' ? at - 2 : at - 1;
    const token = tokens[next];
    if (token?.kind !== 'word') return undefined;
    words.unshift(token.text);
    at = next - 1;
  } while (tokens[at]?.text === '.');
  return words.join('.');
}

function isClosed({ text }: ScriptToken): boolean {
  return text.length > 1 && text.endsWith(text.charAt(0));
}

/** A word typed behind the text would be one of its own, unless it is in a comment. */
function isInComment(before: string): boolean {
  return tokensOf(`${before}\u00A7`).at(-1)?.text.endsWith('\u00A7') !== true;
}
