// The generated parts of hand-written pages: what stands between `<!-- generated: NAME -->` and `<!-- end of NAME -->`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mark = /^<!-- generated: ([\w-]+) -->$[\s\S]*?^<!-- end of \1 -->$/gm;
const start = /^<!-- generated: .*$/gm;

/**
 * Returns the pages that have generated parts, filled anew, by their paths in the repository, and what is wrong with their marks.
 * @param {string} root the checkout
 * @param {ReadonlyMap<string, string>} parts the texts by name
 * @param {ReadonlyMap<string, string>} written pages that are generated as a whole
 */
export function filledPages(root, parts, written) {
  const pages = new Map();
  const problems = [];
  const unused = new Set(parts.keys());
  for (const path of handWritten(root)) {
    if (written.has(path)) continue;
    const text = readFileSync(join(root, path), 'utf8');
    let count = 0;
    const filled = text.replace(mark, (whole, name) => {
      count++;
      unused.delete(name);
      const part = parts.get(name);
      if (part === undefined) problems.push(`${path}: there is no generated part \`${name}\``);
      return part === undefined ? whole : frame(name, part);
    });
    if (count > 0) pages.set(path, filled);
    const started = text.match(start)?.length ?? 0;
    if (started !== count) problems.push(`${path}: a generated part has no end, \`<!-- end of NAME -->\``);
  }
  for (const name of unused) problems.push(`no page has the generated part \`${name}\``);
  return { pages, problems };
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
