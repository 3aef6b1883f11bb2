// Copies the pages of the repository into the folder that VitePress reads. What the pages say stays as it is; only links
// lead to where their target is on the site.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { examplesIn } from './examples.mjs';
import { linesOf } from './markdown.mjs';

const root = join(import.meta.dirname, '../..');
/** The folder that VitePress reads; it is made anew for each build. */
export const pagesFolder = join(root, 'site/.pages');
/** Pages in the root of the repository that the documentation leads to. */
const rootPages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
/** The pages that only the site has. */
const ownPages = 'site/pages';

/** Is in docs/playground.md where the site has the playground itself. */
const playgroundMark = '<!-- playground -->';
const playgroundLayout = ['sidebar: false', 'aside: false', 'prev: false', 'next: false', 'pageClass: pg-page'];

/**
 * Returns the path on the site of each page of the repository, by its path there.
 * @returns {ReadonlyMap<string, string>}
 */
export function sitePaths() {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md'));
  return new Map([
    ...docs.map((path) => /** @type {const} */ ([`docs/${path}`, pathOf(path)])),
    ...rootPages.map((path) => /** @type {const} */ ([path, path.toLowerCase()])),
    ...readdirSync(join(root, ownPages)).map((path) => /** @type {const} */ ([`${ownPages}/${path}`, path])),
  ]);
}

/** @param {string} path of a page, from docs/ */
function pathOf(path) {
  if (path === 'README.md') return 'documentation.md';
  return path.replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Writes all pages and pictures. */
export function writePages() {
  rmSync(pagesFolder, { recursive: true, force: true });
  const paths = sitePaths();
  for (const [source, target] of paths) writePage(source, target, paths);
  cpSync(join(root, 'docs/images'), join(pagesFolder, 'images'), { recursive: true });
  // What is loaded at run time, or named by the configuration, is copied as it is.
  const shared = join(pagesFolder, 'public');
  mkdirSync(shared, { recursive: true });
  cpSync(join(root, 'images/icon.svg'), join(shared, 'icon.svg'));
}

/**
 * Writes one page, for example after a user has changed it.
 * @param {string} source its path in the repository
 * @param {string} target its path on the site
 * @param {ReadonlyMap<string, string>} paths
 */
export function writePage(source, target, paths = sitePaths()) {
  const file = join(pagesFolder, target);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, pageOf(readFileSync(join(root, source), 'utf8'), source, paths));
}

/**
 * Returns the text of a page with links for the site, and with a description.
 * @param {string} text
 * @param {string} source its path in the repository
 * @param {ReadonlyMap<string, string>} paths
 */
export function pageOf(text, source, paths) {
  const parts = partsOf(text).map(({ text, isCode }) => (isCode ? text : withLinks(text, source, paths)));
  const added = [
    `description: ${JSON.stringify(descriptionOf(text))}`,
    ...(text.includes(playgroundMark) ? playgroundLayout : []),
  ];
  const page = parts.join('\n');
  // A page that only the site has begins with such lines of its own.
  return `---\n${added.join('\n')}\n${page.startsWith('---\n') ? page.slice(4) : `---\n\n${page}`}`;
}

/**
 * Divides a page into prose and fenced blocks; comments are left out.
 * @param {string} text
 */
function partsOf(text) {
  /** @type {{ text: string, isCode: boolean }[]} */
  const parts = [];
  for (const { line, isCode } of linesOf(text)) {
    const isComment = !isCode && /^<!--.*-->$/.test(line.trim());
    if (isComment && line.trim() !== playgroundMark) continue;
    const shown = isComment ? '<RulebookPlayground />' : line;
    const last = parts.at(-1);
    if (last?.isCode === isCode) last.text += `\n${shown}`;
    else parts.push({ text: shown, isCode });
  }
  return parts;
}

/**
 * Returns the first sentences of a page as plain text.
 * @param {string} text
 */
export function descriptionOf(text) {
  const paragraph = linesOf(text)
    .map(({ line, isCode }) => (isCode || /^(#|<|\||>|!\[|[-\d]|\w+: )/.test(line) ? '' : line))
    .join('\n')
    .split(/\n\s*\n/)
    .find((part) => part.trim() !== '');
  const plain = (paragraph ?? '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]|(?<!\w)_|_(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= 200 ? plain : `${plain.slice(0, plain.lastIndexOf(' ', 199))} …`;
}

/**
 * @param {string} prose
 * @param {string} source
 * @param {ReadonlyMap<string, string>} paths
 */
function withLinks(prose, source, paths) {
  // What is in code is not a link.
  return prose.replace(
    /(`+)(?!`).*?[^`]\1(?!`)(?!\]\()|(!?)\[((?:[^[\]]|`[^`]*`)*)\]\(([^\s)]+)\)/g,
    (whole, code, mark, text, target) =>
      code === undefined ? linkOf({ whole, mark, text, target }, source, paths) : whole,
  );
}

/**
 * @param {{ whole: string, mark: string, text: string, target: string }} link
 * @param {string} source
 * @param {ReadonlyMap<string, string>} paths
 */
function linkOf({ whole, mark, text, target }, source, paths) {
  if (/^(#|[a-z][a-z\d+.-]*:)/i.test(target)) return whole;
  const [file = '', anchor] = target.split('#');
  const place = posix.normalize(posix.join(posix.dirname(source), decodeURIComponent(file)));
  if (place.startsWith('..') || !existsSync(join(root, place))) {
    throw new Error(`${source}: the link ${target} leads nowhere.`);
  }
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const from = paths.get(source) ?? source;
  const page = paths.get(place) ?? paths.get(posix.join(place, 'README.md'));
  if (page !== undefined) return `${mark}[${text}](${relativeTo(from, page)}${hash})`;
  if (place.startsWith('docs/images/')) return `${mark}[${text}](${relativeTo(from, place.slice('docs/'.length))})`;
  const example = examplesIn(root).find(({ path }) => path === place);
  if (example) return `[${text}](${relativeTo(from, 'playground.md')}#example=${example.id})`;
  // The other files of the repository are not on the site: the reader learns where they are.
  const path = statSync(join(root, place)).isDirectory() ? `${place}/` : place;
  return text.replaceAll('`', '') === path ? `\`${path}\`` : `${text} (\`${path}\`)`;
}

/**
 * @param {string} from
 * @param {string} to
 */
function relativeTo(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
