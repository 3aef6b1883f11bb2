// The generated parts of hand-written pages: what is between `<!-- generated: NAME -->` and `<!-- end of NAME -->`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mark = /^<!-- generated: ([\w-]+) -->$[\s\S]*?^<!-- end of \1 -->$/gm;
const start = /^<!-- generated: .*$/gm;

/**
 * Returns the hand-written pages that have generated parts, filled anew, by their paths in the repository; see `fillParts`.
 * @param {string} root the checkout
 * @param {ReadonlyMap<string, string>} parts the texts by name
 * @param {ReadonlyMap<string, string>} written pages that are generated as a whole
 */
export function filledPages(root, parts, written) {
  const paths = handWritten(root).filter((path) => !written.has(path));
  return fillParts(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])), parts);
}

/**
 * Returns the pages that have generated parts, filled anew; what is wrong with their marks; and which parts were added. A part that no page has is added
 * with a heading, behind the section of the part that comes before it in `parts`.
 * @param {ReadonlyMap<string, string>} texts the pages by their paths
 * @param {ReadonlyMap<string, string>} parts the texts by name, those of a page in their order
 */
export function fillParts(texts, parts) {
  const pages = new Map();
  const problems = [];
  const added = [];
  const pageOf = new Map();
  for (const [path, text] of texts) {
    let count = 0;
    const filled = text.replace(mark, (whole, name) => {
      count++;
      pageOf.set(name, path);
      const part = parts.get(name);
      if (part === undefined) problems.push(`${path}: there is no generated part \`${name}\``);
      return part === undefined ? whole : frame(name, part);
    });
    if (count > 0) pages.set(path, filled);
    const started = text.match(start)?.length ?? 0;
    if (started !== count) problems.push(`${path}: a generated part has no end, \`<!-- end of NAME -->\``);
  }
  let former;
  for (const [name, part] of parts) {
    const path = pageOf.get(name) ?? pageOf.get(former);
    if (path === undefined) problems.push(`no page has the generated part \`${name}\``);
    else if (!pageOf.has(name)) {
      pages.set(path, withSection(pages.get(path), former, name, part));
      pageOf.set(name, path);
      added.push(`${path}: the part \`${name}\` is new, below the heading "${headingOf(name)}". Add what a reader needs to know.`);
    }
    if (path !== undefined) former = name;
  }
  return { pages, problems, added };
}

/** Returns the page with a part below a heading, behind the section in which the former part is. */
function withSection(page, former, name, part) {
  const lines = page.split('\n');
  const end = lines.indexOf(`<!-- end of ${former} -->`);
  const headings = headingsIn(lines);
  const level = Math.max(2, headings.findLast(({ at }) => at < end)?.level ?? 2);
  const next = headings.find((heading) => heading.at > end && heading.level <= level)?.at ?? lines.length;
  const section = [`${'#'.repeat(level)} ${headingOf(name)}`, '', ...frame(name, part).split('\n'), ''];
  return [...lines.slice(0, next), ...section, ...lines.slice(next)].join('\n');
}

/** The part of a command has its name as the heading, to which the list of commands links. */
function headingOf(name) {
  const words = name.replaceAll('-', ' ');
  return name.startsWith('command-') ? `rulebook ${name.slice('command-'.length)}` : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the headings of a page; what looks like one in a fenced block is none. */
function headingsIn(lines) {
  let isFenced = false;
  return lines.flatMap((line, at) => {
    if (line.startsWith('```')) isFenced = !isFenced;
    const level = isFenced ? undefined : /^(#+) /.exec(line)?.[1]?.length;
    return level === undefined ? [] : [{ at, level }];
  });
}

function frame(name, part) {
  return `<!-- generated: ${name} -->\n\n${part.trim()}\n\n<!-- end of ${name} -->`;
}

function handWritten(root) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(list.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
}
