import type { Span } from '@rulebook/text/span';
import { JsonTokens, jsonToken } from './json-tokens';

/**
 * Returns where the values are to which a way of member names leads in valid JSON; `*` leads to all items of a list. Reads tokens, since the
 * syntax tree of a large text takes many times its size.
 */
export function spansOf(text: string, way: readonly string[]): readonly Span[] {
  const tokens = new JsonTokens(text, 0, text.length, true);
  const spans: Span[] = [];
  /** Whether each open object or list on the way is a list. */
  const onWay: boolean[] = [];
  let depth = 0;
  let key: string | undefined;
  let start = -1;
  for (let token = tokens.next(); token !== jsonToken.end; token = tokens.next()) {
    const isDirect = onWay.length === depth;
    const isInList = onWay[depth - 1];
    const isNext = isDirect && (isInList === undefined || way[depth - 1] === (isInList ? '*' : key));
    const offset = tokens.start;
    switch (token) {
      case jsonToken.openBrace:
      case jsonToken.openBracket:
        if (isNext) {
          if (depth === way.length) start = offset;
          onWay.push(token === jsonToken.openBracket);
          key = undefined;
        }
        depth++;
        break;
      case jsonToken.closeBrace:
      case jsonToken.closeBracket:
        depth--;
        if (onWay.length > depth) onWay.pop();
        if (depth === way.length && start >= 0) {
          spans.push({ start, end: offset + 1 });
          start = -1;
        }
        break;
      case jsonToken.comma:
        if (isDirect) key = undefined;
        break;
      case jsonToken.colon:
        break;
      default:
        if (isDirect && isInList === false && key === undefined) key = tokens.value;
        else if (isNext && depth === way.length) spans.push({ start: offset, end: tokens.end });
    }
  }
  return spans;
}
