/** What a text with tags is read as. */
export type MarkupKind = 'xml' | 'html';

/** A comment, character data, an instruction, the document type, a tag, or text. What has not ended is none of them. */
const xmlToken =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE(?:[^[>]*\[[^]*?\]\s*>|[^[>]*>)|<\/[^\s<>]+\s*>|<[^\s<>/!?'"](?:"[^"]*"|'[^']*'|[^'"<>])*>|[^<]+/y;
/** The same in HTML, where some elements hold text alone, and a sign that begins no tag is text. */
const htmlToken =
  /<!--[^]*?-->|<!(?!--)[^>]*>|<\?[^>]*>|<(script|style|textarea|pre)\b[^>]*>[^]*?<\/\1\s*>|<\/[^\s<>]+[^<>]*>|<(?!(?:script|style|textarea|pre)\b)[a-z](?:"[^"]*"|'[^']*'|[^'"<>])*>|(?:[^<]+|<(?![a-z/!?]))(?:<(?![a-z/!?])[^<]*)*/iy;

/** Elements of HTML that have no end tag, or that are one token with all that is in them. */
const whole =
  /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|script|style|textarea|pre)(?![\w-])/i;

const cells = ['td', 'th'];
const rows = [...cells, 'tr'];
const groups = [...rows, 'thead', 'tbody', 'tfoot'];
/** Which open elements of HTML a start tag ends, whose end tags may be left out. */
const ended: Readonly<Record<string, readonly string[]>> = {
  ...{ li: ['li'], p: ['p'], option: ['option'], dt: ['dt', 'dd'], dd: ['dt', 'dd'] },
  ...{ td: cells, th: cells, tr: rows, thead: groups, tbody: groups, tfoot: groups },
};

/** Returns whether a start tag of HTML ends the element in which it is. */
export function endsElement(name: string, inner: string): boolean {
  return Object.hasOwn(ended, name) && ended[name]?.includes(inner) === true;
}

/** The text from where it cannot be read, and whether a token begins there that does not belong there. */
interface UnreadMarkup {
  readonly text: string;
  readonly isToken: boolean;
}

type ReadMarkup = (part: string, isLast: boolean, take: (token: string) => boolean) => { readonly rest?: UnreadMarkup };

/** Returns what splits a text that comes in parts; it hands each token to `take`, which returns false for one that does not belong there. */
export function createMarkupReader(kind: MarkupKind): ReadMarkup {
  const token = kind === 'xml' ? xmlToken : htmlToken;
  let held = '';
  /** Before there is as much, a token that has not ended is not read again: else a long one would be read very often. */
  let wanted = 0;
  return (part, isLast, take) => {
    held += part;
    if (!isLast && held.length < wanted) return {};
    let at = 0;
    while (at < held.length) {
      token.lastIndex = at;
      const [text] = token.exec(held) ?? [];
      if (text === undefined && isLast) return { rest: { text: held.slice(at), isToken: false } };
      const goesOn = text === undefined || (isText(text, kind) && at + text.length === held.length);
      if (goesOn && !isLast) break;
      if (text === undefined) break;
      if (!take(text)) return { rest: { text: held.slice(at), isToken: true } };
      at += text.length;
    }
    held = held.slice(at);
    wanted = 2 * held.length;
    return {};
  };
}

/** Returns whether a token is text. */
export function isText(token: string, kind: MarkupKind): boolean {
  return !token.startsWith('<') || (kind === 'html' && !/^<[a-z/!?]/i.test(token));
}

/** Returns whether a token is a tag to which an end tag belongs. */
export function isStart(token: string, kind: MarkupKind): boolean {
  if (isText(token, kind) || /^<[!?/]/.test(token) || token.endsWith('/>')) return false;
  return kind === 'xml' || !whole.test(token);
}

/** Returns the name in a tag; in HTML, capital letters mean nothing. */
export function nameInTag(tag: string, kind: MarkupKind): string {
  const name = /^<\/?([^\s/>]+)/.exec(tag)?.[1] ?? '';
  return kind === 'html' ? name.toLowerCase() : name;
}
