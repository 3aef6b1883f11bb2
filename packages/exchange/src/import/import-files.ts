import { namesInScriptText } from '@rulebook/request-file/syntax/other-tools/read-script';
import type { ExtractedFile } from './extract-secrets';
import { secretLines, withDefinitions } from './variable-lines';

/** A request file of several. */
export interface WrittenFile {
  /** From the folder where the import goes, with slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the requests of a collection as files, one for each folder: each names the files whose scripts set variables that it uses; the others are in
 * environment files.
 */
export function filesOf(
  file: ExtractedFile,
  blocks: readonly string[],
  shared: readonly string[],
  name: string | undefined,
): readonly WrittenFile[] {
  const groups = new Map<string, number[]>();
  const texts = new Map<number, string>();
  const hasFolders = file.requests.some(({ folders = [] }) => folders.length > 0);
  const own = (hasFolders ? undefined : name) ?? file.title ?? name ?? 'requests';
  const names = new PathNames();
  blocks.forEach((block, index) => {
    const { folders = [] } = file.requests[index] ?? {};
    const path = names.of(folders.length === 0 ? [own] : folders, folders);
    // The folder is the file now.
    texts.set(index, block.replace(`### ${folders.join(' / ')} / `, '### '));
    groups.set(path, [...(groups.get(path) ?? []), index]);
  });
  const textsOf = (group: readonly number[]) =>
    withDefinitions(
      { ...file, requests: group.flatMap((index) => file.requests[index] ?? []) },
      group.map((index) => texts.get(index) ?? ''),
    );
  const set = new Map<string, string>();
  for (const [path, group] of groups)
    for (const { text } of namesInScriptText(textsOf(group).join('\n')).names) if (!set.has(text)) set.set(text, path);
  const values = new Map(file.variables.map((one) => [one.name, one.value]));
  return [...groups].map(([path, group]) => {
    const whole = [...shared, ...textsOf(group)].join('\n');
    const used = usedIn(whole, values);
    const imports = new Set([...used].flatMap((name) => set.get(name) ?? []));
    imports.delete(path);
    const head = [...[...imports].map((other) => `# @import ${relative(path, other)}`), ...secretLines(file, used)];
    return { path, text: [...(head.length === 0 ? [] : [`${head.join('\n')}\n`]), whole].join('\n') };
  });
}

/** Returns the names of the variables in a text, and in the values of these. */
function usedIn(text: string, values: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [text];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const [, written, quoted] of next.matchAll(/\{\{\ufdd0?\s*([^{}\s]+)\s*\}\}|(?<=["'`])([\w.$-]+)(?=["'`])/g)) {
      // A script names a variable in quotes.
      const name = written ?? (values.has(quoted ?? '') ? (quoted ?? '') : '');
      if (name === '' || found.has(name)) continue;
      found.add(name);
      open.push(values.get(name) ?? '');
    }
  return found;
}

/** Paths of files that are names on every machine, each once. */
class PathNames {
  readonly #taken = new Set<string>();
  readonly #paths = new Map<string, string>();

  of(parts: readonly string[], folders: readonly string[]): string {
    const key = JSON.stringify(folders);
    const known = this.#paths.get(key);
    if (known !== undefined) return known;
    const base = parts.map(nameOfFile).join('/');
    let path = `${base}.http`;
    for (let count = 2; this.#taken.has(path.toLowerCase()); count++) path = `${base}-${count}.http`;
    this.#taken.add(path.toLowerCase());
    this.#paths.set(key, path);
    return path;
  }
}

/** Returns a text as the name of a file or folder. */
export function nameOfFile(text: string): string {
  const signs = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu, '-')
    .replace(/\s+/g, ' ')
    .slice(0, 80)
    .replace(/^[.\s-]{1,80}/, '');
  let end = signs.length;
  while (end > 0 && /[.\s-]/.test(signs.charAt(end - 1))) end--;
  const name = signs.slice(0, end);
  // Names of devices on Windows.
  return name === '' ? 'requests' : /^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name) ? `${name}-` : name;
}

function relative(from: string, to: string): string {
  const up = from.split('/').length - 1;
  return up === 0 ? `./${to}` : `${'../'.repeat(up)}${to}`;
}
