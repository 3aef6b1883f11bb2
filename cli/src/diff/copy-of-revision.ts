import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { readSurface, type ReadTree } from '@rulebook/changes';
import { refused, type Refusal } from '@rulebook/sender/plan';

const run = promisify(execFile);

/** The largest file that is read of a revision, in bytes, and how long git may take for it, in milliseconds. */
const limits = { maxBuffer: 32_000_000, timeout: 30_000 };
/** A description may have so many files. */
const maxFiles = 5_000;

/** A file of a revision: `HEAD~3:openapi.yaml`, `v1.2:./openapi.yaml`. */
export interface Revision {
  readonly revision: string;
  readonly path: string;
}

/** Returns what a text names of a git repository; undefined where it names nothing of one. */
export function revisionIn(subject: string): Revision | undefined {
  const [, revision = '', path = ''] = /^([^:\s]{2,200}|[A-Za-z@]):([^:].*)$/s.exec(subject) ?? [];
  if (path === '' || revision.startsWith('-') || /^[a-z][a-z\d+.-]*:\/\//i.test(subject)) return undefined;
  return { revision, path };
}

/** Returns a copy of a description of a revision with the files that it refers to, which is removed when the program ends. */
export async function copyOfRevision(
  { revision, path }: Revision,
  readTree: ReadTree,
): Promise<{ readonly path: string } | Refusal> {
  const below = /^\.\.?\//.test(path) ? await prefixOfFolder() : '';
  const inTree = posix.normalize(posix.join(below, path));
  if (posix.isAbsolute(inTree) || inTree.startsWith('..'))
    return refused(
      `${path} leads out of the repository; name the file by its path in it, such as ${revision}:openapi.yaml`,
    );
  const folder = mkdtempSync(join(tmpdir(), 'rulebook-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const known = new Map<string, { readonly text: string } | { readonly cause: string }>();
  // What is missing yet is read next, until nothing is missing.
  for (let wanted: readonly string[] = [inTree]; wanted.length > 0; wanted = missingOf(inTree, known, readTree)) {
    for (const next of wanted.slice(0, maxFiles - known.size)) {
      const content = await textIn(revision, next);
      known.set(next, content);
      if ('cause' in content) {
        if (next === inTree) return refused(`${revision}:${path} cannot be read: ${content.cause}`);
        continue;
      }
      const copy = join(folder, next);
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, content.text);
    }
    if (known.size >= maxFiles) break;
  }
  return { path: join(folder, inTree) };
}

type Known = ReadonlyMap<string, { readonly text: string } | { readonly cause: string }>;

/** Returns the files that a description refers to and that are not known. */
function missingOf(path: string, known: Known, readTree: ReadTree): readonly string[] {
  const missing = new Set<string>();
  const main = known.get(path);
  if (main === undefined || 'cause' in main) return [];
  const read = (name: string): { readonly text: string } | { readonly cause: string } => {
    const file = posix.normalize(posix.join(posix.dirname(path), name));
    const content = known.get(file);
    if (content === undefined && !file.startsWith('..')) missing.add(file);
    return content ?? { cause: 'it is not read' };
  };
  const surface = readSurface({ name: posix.basename(path), text: main.text, read, readTree });
  if (!('cause' in surface)) surface.readAll();
  return [...missing];
}

/** Git is called without a shell, fetches nothing, and runs no program that the repository names. */
async function textIn(revision: string, path: string): Promise<{ readonly text: string } | { readonly cause: string }> {
  try {
    return { text: await git('cat-file', 'blob', `${revision}:${path}`) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { cause: 'git is not installed; name a file' };
    if (error instanceof Error && 'killed' in error && error.killed === true) return { cause: 'git took too long' };
    if (!(await succeeds('rev-parse', '--git-dir')))
      return { cause: 'the current folder is in no repository of git; go to the one that has the file' };
    if (!(await succeeds('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{tree}`)))
      return { cause: `git knows no revision ${revision}; \`git log --oneline\` and \`git tag\` list them` };
    return {
      cause: `this revision has no such file; \`git ls-tree -r --full-tree --name-only ${revision}\` lists those that it has`,
    };
  }
}

async function git(...words: readonly string[]): Promise<string> {
  const { stdout } = await run('git', words, {
    ...limits,
    encoding: 'utf8',
    windowsHide: true,
    env: { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0' },
  });
  return stdout;
}

async function succeeds(...words: readonly string[]): Promise<boolean> {
  try {
    await git(...words);
    return true;
  } catch {
    return false;
  }
}

/** Returns where the current folder is in its repository, with a slash at the end; empty where that is not known. */
async function prefixOfFolder(): Promise<string> {
  try {
    return (await git('rev-parse', '--show-prefix')).replace(/\n$/, '');
  } catch {
    return '';
  }
}
