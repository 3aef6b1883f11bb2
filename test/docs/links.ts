import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from '../cli/command-line';

/** A link or a picture of a Markdown file. */
export interface Link {
  readonly line: number;
  readonly target: string;
}

/** Returns the links of a Markdown text in their order; what is in code is none. */
export function linksIn(text: string): readonly Link[] {
  return withoutCode(text).flatMap((line, index) => {
    const targets = [
      ...line.matchAll(/\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/g),
      ...line.matchAll(/^\s*\[[^\]]+\]:\s+<?([^\s>]+)>?/g),
      ...line.matchAll(/<(?:a|img|source)\s[^>]*?(?:href|src|srcset)="([^"]+)"/g),
    ];
    return targets.map(([, target = '']) => ({ line: index + 1, target }));
  });
}

/** Returns the anchors of a Markdown text, as code hosts make them of headings. */
export function anchorsIn(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  const lines = withoutFences(text);
  for (const line of lines) {
    for (const [, id = ''] of line.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)) anchors.add(id);
    const [, heading] = /^#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const base = slugOf(heading);
    let anchor = base;
    for (let count = 1; anchors.has(anchor); count++) anchor = `${base}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns what is wrong with a link of a page, if anything is. */
export function problemOf(path: string, { target }: Link): string | undefined {
  if (/^mailto:/.test(target)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return problemOfUrl(target);
  const [file = '', anchor] = target.split('#') as [string, string?];
  if (file.startsWith('/')) return 'a link starts from the folder of its page';
  const place = file === '' ? path : normalize(join(dirname(path), decodeURIComponent(file)));
  if (place.startsWith('..')) return 'it leads out of the repository';
  if (!existsSync(join(root, place))) return `there is no file \`${place}\``;
  if (anchor === undefined || anchor === '') return undefined;
  const page = pageAt(place);
  if (page === undefined || !page.endsWith('.md')) return 'only a Markdown page has anchors';
  const anchors = anchorsIn(readFileSync(join(root, page), 'utf8'));
  return anchors.has(anchor) ? undefined : `\`${page}\` has no heading for \`#${anchor}\``;
}

/** Returns the page that a place in the repository shows: the `README.md` of a folder. */
export function pageAt(place: string): string | undefined {
  const full = join(root, place);
  if (!existsSync(full)) return undefined;
  if (!statSync(full).isDirectory()) return place;
  const readme = join(place, 'README.md');
  return existsSync(join(root, readme)) ? readme : undefined;
}

function problemOfUrl(target: string): string | undefined {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (!url) return 'it is not a valid URL';
  const isLocal = /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? undefined : 'it must begin with https://';
}

function slugOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Returns the lines of a text; those of fenced blocks are empty. */
function withoutFences(text: string): readonly string[] {
  let fence = '';
  return text.split('\n').map((line) => {
    const [, mark = ''] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '') {
      fence = mark;
      return mark === '' ? line : '';
    }
    if (mark.startsWith(fence) && line.trim() === mark) fence = '';
    return '';
  });
}

function withoutCode(text: string): readonly string[] {
  return withoutFences(text).map((line) => line.replace(/(`+)(?!`).*?[^`]\1(?!`)/g, ''));
}
