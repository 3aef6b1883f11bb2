import type { Provenance } from '../facts';
import type { Operation } from '../operation';
import { nameOfDescription } from '../source-names';

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

/** Words in which Markdown finds nothing, and HTML neither. */
const plainWords = /^[A-Za-z][A-Za-z0-9]*(?:[,.;:]? [A-Za-z][A-Za-z0-9]*)*\.?$/;

type Rewrite = (text: string, longest: number) => string;
let rewrite: Rewrite | undefined;
let load: (() => Rewrite) | undefined;

/**
 * Loads what reads Markdown, which is large. Until then, Markdown that others wrote is shown as plain text, so a program that shows it waits for
 * this, and one that does not never loads it.
 */
export async function loadMarkdown(): Promise<void> {
  if (load === undefined) rewrite ??= (await import('./markdown-writer')).rewriteMarkdown;
}

/** Says what loads it at once: a program that has this loads it with the first text that others wrote, and perhaps never. */
export function readMarkdownWith(loadWriter: () => Rewrite): void {
  load = loadWriter;
}

/**
 * Returns Markdown that others wrote, for a hover: without images, HTML, headings, and links that are neither `http` nor `https`; a longer
 * text ends with `…`. Code stays as it is.
 */
export function foreignMarkdown(text: string, longest = 800): string {
  // Most titles are words.
  if (text.length <= longest && plainWords.test(text)) return text;
  rewrite ??= load?.();
  const read = text.slice(0, longestRead).replace(/\r\n?/g, '\n').trim();
  return rewrite === undefined
    ? escapedMarkdown(shortened(read.replace(/\s+/g, ' '), longest))
    : rewrite(read, longest);
}

/** Returns Markdown that others wrote as plain text in one line, for lists and labels. */
export function plainLine(text: string, longest = 120): string {
  const line = foreignMarkdown(text, longest * 4)
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\\([^\w\s])|[`*]|~~|&(lt|amp);/g, (_sign, escaped?: string, entity?: string) =>
      entity === undefined ? (escaped ?? '') : entity === 'lt' ? '<' : '&',
    )
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
