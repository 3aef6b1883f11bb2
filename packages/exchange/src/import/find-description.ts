import { memberNamed } from './json-value';
import { span, type Span } from '@rulebook/text/span';

/** In UTF-16 code units: the version is near the top. */
const longestHead = 20_000;

/** Returns where a text says that it is a description in the format OpenAPI or Swagger; undefined for any other text. The text may be cut off. */
export function versionOfDescription(text: string): Span | undefined {
  const head = text.slice(0, longestHead);
  const isJson = /^\uFEFF?\s*\{/.test(head);
  // In YAML, what is indented is a member of something else; in JSON, the first such member counts.
  const found = isJson
    ? /"(?:openapi|swagger)"(?<=[{,]\s*"\w+")[ \t]*:[ \t]*"[23][\w.-]*"/.exec(head)
    : /^(?:"(?:openapi|swagger)"|'(?:openapi|swagger)'|openapi|swagger)[ \t]*:[ \t]*(["']?)[23][\w.-]*\1[ \t]*(?=#|\r?$)/m.exec(
        head,
      );
  if (found === null) return undefined;
  if (isJson && depthAt(head, found.index) !== 1) return undefined;
  return span(found.index, found.index + found[0].length);
}

/** Returns whether a text is a description, also where its version is behind long parts. */
export function isDescriptionText(text: string): boolean {
  if (versionOfDescription(text) !== undefined) return true;
  if (!/^\uFEFF?\s*\{/.test(text))
    return /^(?:openapi|swagger)[ \t]*:[ \t]*["']?[23][\w.-]*["']?[ \t]*(?=#|\r?$)/m.test(text);
  if (!/"(?:openapi|swagger)"/.test(text)) return false;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return [memberNamed(value, 'openapi'), memberNamed(value, 'swagger')].some(
      (version) => typeof version === 'string' && /^[23]/.test(version),
    );
  } catch {
    return false;
  }
}

/** Returns how many brackets are open in JSON. */
function depthAt(text: string, end: number): number {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < end; at++) {
    const character = text.charAt(at);
    if (isText) {
      if (character === '\\') at++;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
  }
  return depth;
}
