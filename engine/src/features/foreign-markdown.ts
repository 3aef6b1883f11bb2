import type { Provenance } from '../catalogue/facts';
import type { Operation } from '../catalogue/operation';
import { nameOfDescription } from '../catalogue/source-names';

/** More of a text is not looked at: a description can be of any length. */
const longestRead = 8_000;

/** Returns whether others wrote the texts of a fact, so that they are not trusted. */
export function isForeign({ kind }: Provenance): boolean {
  return kind === 'described' || kind === 'house';
}

/** Returns the text of a fact as Markdown for a hover; one that others wrote is limited to what editors show safely. */
export function markdownOf(text: string, provenance: Provenance, longest = 800): string {
  return isForeign(provenance) ? foreignMarkdown(text, longest) : text;
}

/** Returns the text of a fact in one line, without Markdown that others wrote; theirs is limited. */
export function lineOf(text: string, provenance?: Provenance, longest = 120): string {
  return provenance && isForeign(provenance) ? plainLine(text, longest) : text;
}

/** Returns the title of an operation for lists and labels. */
export function titleOf({ title, provenance }: Pick<Operation, 'title' | 'provenance'>): string {
  return lineOf(title, provenance);
}

/**
 * Returns Markdown that others wrote, for a hover: without images, HTML, headings, and links that are neither `http` nor `https`; a longer
 * text ends with `…`. Code stays as it is.
 */
export function foreignMarkdown(text: string, longest = 800): string {
  const read = text
    .slice(0, longestRead)
    .replace(/\r\n?/g, '\n')
    .replace(/[\ue000\ue001]/g, '')
    .trim();
  const codes: string[] = [];
  // Code binds more tightly than everything else, and may stand in the words of a link.
  const prose = read.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, (code) => `\ue000${codes.push(code) - 1}\ue001`);
  const safe = safeProse(prose).replace(/\ue000(\d+)\ue001/g, (_, index: string) => codes[Number(index)] ?? '');
  return cut(safe.replace(/\n{3,}/g, '\n\n').trim(), longest);
}

/** Returns Markdown that others wrote as plain text in one line, for lists and labels. */
export function plainLine(text: string, longest = 120): string {
  const line = foreignMarkdown(text, longest * 4)
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/[`*]|&lt;(?=\w)/g, (sign) => (sign === '&lt;' ? '<' : ''))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return shortened(line, longest);
}

/** Returns the text, a longer one with `…` at its end. */
export function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** Returns text that others wrote in backticks, so that it can be nothing else than code. */
export function inCode(text: string, longest = 200): string {
  const line = text.slice(0, longest).replace(/[`\s\p{Cc}]+/gu, ' ');
  return `\`${line}${text.length > longest ? '…' : ''}\``;
}

/** Returns text that others wrote so that Markdown shows its characters. */
export function escapedMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~!&]/g, '\\$&');
}

/** Returns a link, if its address is one that may be opened. */
export function linkTo(label: string, address: string): string {
  return isAddress(address) ? `[${label}](${address})` : label;
}

/** Returns the name of a published description with its version, linked to the page. */
export function linkedDescription(source: Extract<Provenance, { readonly kind: 'described' }>, page?: string): string {
  const address = page ?? source.link;
  const name = escapedMarkdown(nameOfDescription(source));
  return address === undefined ? name : linkTo(name, address);
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s()<>"\\[\]]+$/i.test(text);
}

/** What becomes of elements of HTML that descriptions use; the content of others is shown with their tags. */
const elements =
  /<\/?(?:a|b|blockquote|br|center|code|dd|details|div|dl|dt|em|font|h[1-6]|hr|i|img|kbd|li|ol|p|pre|s|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul)\b[^<>]*>/gi;

function safeProse(text: string): string {
  return (
    text
      .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
      .replace(elements, (tag) =>
        /^<(?:br|p|div|tr|ul|ol|li|h\d)\b/i.test(tag) ? (/^<li/i.test(tag) ? '\n- ' : '\n') : '',
      )
      // Definitions of links at the end, which are not resolved.
      .replace(/^ {0,3}\[[^[\]\n]*\]:.*$/gm, '')
      .replace(/!\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?/g, '')
      .replace(/\[([^[\]]*)\]\(\s*<?([^()\s>]*)>?[^()]*\)/g, (_, label: string, address: string) =>
        linkTo(label, address),
      )
      .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, '$1')
      .replace(/<(https?:\/\/[^\s<>]*)>/gi, '$1')
      .replace(/</g, '&lt;')
      .replace(/^ {0,3}#{1,6} +(.*?)[ #]*$/gm, '**$1**')
      .replace(/^( {0,3}>) *\[!(\w+)\]/gm, '$1 **$2**')
  );
}

/** Cuts behind a sentence or a word, and closes a block of code. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const start = text.slice(0, longest);
  const sentence = Math.max(start.lastIndexOf('. '), start.lastIndexOf('.\n'), start.lastIndexOf('\n\n'));
  const end = sentence > longest / 2 ? sentence + 1 : Math.max(start.lastIndexOf(' '), longest / 2);
  const kept = start.slice(0, end).trimEnd();
  const isInBlock = (kept.match(/```/g)?.length ?? 0) % 2 === 1;
  if (isInBlock) return `${kept}\n…\n\`\`\``;
  const line = kept.slice(kept.lastIndexOf('\n') + 1);
  // A piece of code or a link that is cut in two would take the rest of the hover with it.
  const isOpen = (line.match(/`/g)?.length ?? 0) % 2 === 1;
  const closed = isOpen ? kept.slice(0, kept.lastIndexOf('`')).trimEnd() : kept;
  return `${closed.replace(/\[[^[\]]*\]?\(?[^()\s]*$/, (rest) => (/\)$/.test(rest) ? rest : '')).trimEnd()} …`;
}
