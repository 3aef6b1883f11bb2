// Builds of other commits, each made once and kept below node_modules/.cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { linkLibraries } from '../lib/link-libraries.mjs';

/**
 * Returns the folder with the bundles of a commit, made as for the packages.
 * @param {string} root of the checkout
 * @param {string} revision as git knows it
 * @param {(line: string) => void} say
 */
export function buildOf(root, revision, say) {
  const commit = command('git', ['rev-parse', '--verify', `${revision}^{commit}`], root).trim();
  // By its own name: what is shipped is found from the bundles as `dist/`.
  const kept = join(root, 'node_modules/.cache/builds', commit, 'dist');
  if (existsSync(kept)) return { commit, dist: kept };
  say(`Building ${commit.slice(0, 12)} …`);
  const tree = join(root, 'node_modules/.cache/builds', `${commit}.tree`);
  rmSync(tree, { recursive: true, force: true });
  command('git', ['worktree', 'prune'], root);
  command('git', ['worktree', 'add', '--detach', tree, commit], root);
  try {
    installInto(tree, root, say);
    const { scripts } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
    const [program = '', ...args] = scripts.build.split(' ');
    if (program !== 'node') throw new Error(`${commit} is not built by Node, but by ${scripts.build}.`);
    command(process.execPath, [...args, '--production'], tree);
    mkdirSync(dirname(kept), { recursive: true });
    renameSync(join(tree, 'dist'), kept);
  } finally {
    command('git', ['worktree', 'remove', '--force', tree], root);
  }
  return { commit, dist: kept };
}

/**
 * The libraries of this checkout, linked one by one, since its own packages are others. A tool that only the other commit knows is not
 * missed by its build; where a version differs, all are installed.
 */
function installInto(tree, root, say) {
  const own = librariesOf(root);
  const others = [...librariesOf(tree)].filter(([name, version]) => own.has(name) && own.get(name) !== version);
  if (others.length > 0) {
    say(
      `Its libraries are installed, since ${others.map(([name]) => name.slice('node_modules/'.length)).join(', ')} had another version.`,
    );
    command('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tree);
    return;
  }
  linkLibraries(tree, root);
}

/** What is installed from elsewhere, and in which version. */
function librariesOf(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [path, { version, link: isLink }] of Object.entries(packages))
    if (path.startsWith('node_modules/') && isLink !== true) found.set(path, version);
  return found;
}

function command(program, args, cwd) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
  return stdout;
}
