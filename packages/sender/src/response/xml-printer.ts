/** A comment, character data, an instruction, the document type, a tag, or text. */
const tokens =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<!DOCTYPE(?:[^[>]*\[[^]*?\]\s*>|[^>]*>)|<\/[^\s<>]+\s*>|<[^\s<>/!?'"](?:"[^"]*"|'[^']*'|[^'"<>])*>|[^<]+/y;

/** The end of a token that belongs to each start, and whether its content is written as it came. */
interface Element {
  readonly start: number;
  readonly name: string;
  isKept: boolean;
}

/**
 * Returns XML with an element a line; elements with text, and everything in them, stay as they came. Undefined for what is not
 * well-formed; of a part, the end may be missing. Takes time in proportion to the text.
 */
export function printXml(text: string, isPart = false): string | undefined {
  const parts = split(text, isPart);
  const kept = parts && keptParts(parts, isPart);
  if (parts === undefined || kept === undefined) return undefined;
  const lines: string[] = [];
  let depth = 0;
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? '';
    const end = kept.get(at);
    if (end !== undefined) {
      lines.push(indented(parts.slice(at, end + 1).join(''), depth));
      at = end;
    } else if (part.startsWith('</')) lines.push(indented(part, --depth));
    else if (part.startsWith('<')) {
      lines.push(indented(part, depth));
      if (isStart(part)) depth++;
    } else if (part.trim() !== '') lines.push(indented(part.trim(), depth));
  }
  return lines.join('\n');
}

function split(text: string, isPart: boolean): readonly string[] | undefined {
  const parts: string[] = [];
  tokens.lastIndex = 0;
  for (let at = 0; at < text.length; at = tokens.lastIndex) {
    tokens.lastIndex = at;
    const [part] = tokens.exec(text) ?? [];
    if (part === undefined) return isPart && parts.length > 0 ? [...parts, text.slice(at)] : undefined;
    parts.push(part);
  }
  return parts;
}

/** Returns the elements that stay as they came, by their starts and ends; undefined when starts and ends do not belong together. */
function keptParts(parts: readonly string[], isPart: boolean): ReadonlyMap<number, number> | undefined {
  const kept = new Map<number, number>();
  const open: Element[] = [];
  for (const [at, part] of parts.entries()) {
    const inner = open.at(-1);
    if (part.startsWith('</')) {
      if (inner === undefined || part.slice(2, -1).trimEnd() !== inner.name) return undefined;
      // Between its tags may be nothing, or blanks that are its text.
      if (inner.isKept || at - inner.start === 1 || (at - inner.start === 2 && !isMarkup(parts[at - 1])))
        kept.set(inner.start, at);
      open.pop();
    } else if (isStart(part))
      open.push({
        start: at,
        name: /^<([^\s/>]+)/.exec(part)?.[1] ?? '',
        isKept: /\sxml:space\s*=\s*["']preserve["']/.test(part),
      });
    else if (inner !== undefined && (part.startsWith('<![') || (!isMarkup(part) && part.trim() !== '')))
      inner.isKept = true;
  }
  return open.length === 0 || isPart ? kept : undefined;
}

function isMarkup(part = ''): boolean {
  return part.startsWith('<');
}

function isStart(part: string): boolean {
  return /^<[^!?/]/.test(part) && !part.endsWith('/>');
}

function indented(text: string, depth: number): string {
  return `${'  '.repeat(Math.max(0, Math.min(depth, 100)))}${text}`;
}
