import { namesInScriptText } from '@rulebook/request-file/syntax/other-tools/read-script';
import type { ExtractedFile } from './extract-secrets';
import { variableLines } from './variable-lines';

/** A request file of several. */
export interface WrittenFile {
  /** From the folder where the import goes, with slashes. */
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the requests of a source with folders as files, one for each folder: each defines the variables that it uses, and names the files whose
 * scripts set the others.
 */
export function filesOf(
  file: ExtractedFile,
  blocks: readonly string[],
  shared: readonly string[],
): readonly WrittenFile[] {
  const groups = new Map<string, string[]>();
  const names = new PathNames();
  blocks.forEach((block, index) => {
    const { folders = [] } = file.requests[index] ?? {};
    const path = names.of(folders.length === 0 ? [file.title ?? 'requests'] : folders, folders);
    // The folder is the file now.
    const text = block.replace(`### ${folders.join(' / ')} / `, '### ');
    const group = groups.get(path) ?? [];
    groups.set(path, group);
    group.push(text);
  });
  const set = new Map<string, string>();
  for (const [path, group] of groups)
    for (const { text } of namesInScriptText(group.join('\n')).names) if (!set.has(text)) set.set(text, path);
  const values = new Map(file.variables.map(({ name, value }) => [name, value]));
  return [...groups].map(([path, group]) => {
    const whole = [...shared, ...group].join('\n');
    const used = usedIn(whole, values);
    const imports = new Set([...used].flatMap((name) => set.get(name) ?? []));
    imports.delete(path);
    // An empty value is there only to be set by a script, and could count in front of what one of another file sets.
    const defined = new Set([...used].filter((name) => !set.has(name) || values.get(name) !== ''));
    const head = [
      ...[...imports].map((other) => `# @import ${relative(path, other)}`),
      ...variableLines(file, defined),
    ];
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
