// `npm run release -- VERSION`: makes a release of the checkout: version, changelog, artifacts in dist/release-VERSION/, a commit and a tag.
// Everything is done in a working tree of its own; only when it is complete does the branch move and is the tag made.
//   --dry-run           the same, but keep only the artifacts, in a temporary folder
//   --out FOLDER        where the artifacts go
//   --date YYYY-MM-DD   the day in changelog and SBOM; today unless given
//   --branch NAME       the branch that releases are made from; main unless given
//   --pictures URL      where the repository's files can be read by https, for the extension's page
//   --skip-tests        do not run `npm test` first
//   --publish           push the branch and the tag; the workflow of the tag publishes
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { linkLibraries } from './lib/link-libraries.mjs';
import { run } from './lib/processes.mjs';
import { addressesOf, publishingProblem, repositoryOf } from './lib/publishing.mjs';

const root = join(import.meta.dirname, '..');
const changelog = 'CHANGELOG.md';
/** A change is a file in this folder, with a line `Kind: sentence`. */
const changes = 'changes';
/** In the order in which a section has them. */
const kinds = ['Added', 'Changed', 'Fixed', 'Removed', 'Security'];
/** The heading of a section that is written before its release; it must be the first one. */
const unreleased = /^(?<before>(?:(?!## ).*\n)*)## .*\(unreleased\)(?=\n)/;

/** The pages that show how a version is installed. */
const pages = ['docs/integrations.md'].concat(
  ['github-action', 'pre-commit'].map((name) => `integrations/${name}/README.md`),
);

try {
  await release(readArguments());
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function release({ version, date, branch, out, dryRun, skipTests, publish, pictures }) {
  const tag = `v${version}`;
  await check({ tag, version, branch, publish });
  if (!skipTests) await must('Tests', 'npm', ['test'], { cwd: root, timeout: 3_600_000, print: true });

  const temporary = mkdtempSync(join(tmpdir(), 'rulebook-release-'));
  const tree = join(temporary, 'tree');
  try {
    await git(['worktree', 'add', '--quiet', '--detach', tree, 'HEAD']);
    // Nothing is installed there; what is in use here is what is released.
    linkLibraries(tree, root);
    writeVersion(tree, version, date);
    await git(['commit', '--quiet', '--all', '--message', `Release ${version}`], tree);
    const commit = (await git(['rev-parse', 'HEAD'], tree)).trim();

    const artifacts = join(temporary, 'artifacts');
    const args = ['tools/artifacts.mjs', artifacts, '--no-install', '--date', date];
    if (pictures) args.push('--pictures', pictures);
    await must('Artifacts', process.execPath, args, { cwd: tree, timeout: 600_000, print: true });

    if (dryRun) {
      const kept = out ?? mkdtempSync(join(tmpdir(), `rulebook-${version}-`));
      copy(artifacts, kept);
      console.log(`\nNothing was changed. The artifacts of ${version} are in ${kept}.`);
      return;
    }
    const kept = out ?? join(root, `dist/release-${version}`);
    copy(artifacts, kept);
    await finish({ commit, tag, version });
    console.log(`\n${tag} is made. The artifacts are in ${kept}.`);
    if (publish) {
      await git(['push', '--quiet', '--atomic', 'origin', branch, tag]);
      console.log('The branch and the tag are pushed; the workflow `Release` publishes them.');
    } else console.log(`Nothing is published: \`git push --atomic origin ${branch} ${tag}\` does that.`);
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree], { cwd: root });
    rmSync(temporary, { recursive: true, force: true });
    await run('git', ['worktree', 'prune'], { cwd: root });
  }
}

/** Refuses what would end badly, before anything is done. */
async function check({ tag, version, branch, publish }) {
  const changed = (await git(['status', '--porcelain'])).trim();
  if (changed !== '') throw new Error(`The checkout has changes that are not committed:\n${changed}`);
  const current = (await git(['rev-parse', '--abbrev-ref', 'HEAD'])).trim();
  if (current !== branch)
    throw new Error(`The branch is ${current}. Releases are made from ${branch}; --branch names another one.`);
  if ((await git(['tag', '--list', tag])).trim() !== '') throw new Error(`There is a tag ${tag} already.`);
  const { version: last } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (order(version) < order(last)) throw new Error(`${version} is older than ${last}, the version of package.json.`);
  if (changesIn(root).length === 0 && !unreleased.test(readFileSync(join(root, changelog), 'utf8'))) {
    throw new Error(
      `${changes}/ has no change, and ${changelog} no section "## … (unreleased)" at its top: there is nothing to release.`,
    );
  }
  if (publish) {
    const problem = publishingProblem();
    if (problem) throw new Error(problem);
    const { code } = await run('git', ['remote', 'get-url', 'origin'], { cwd: root });
    if (code !== 0) throw new Error('The checkout has no remote `origin` to push to.');
  }
}

/** Writes the version into manifest, lock file and pages, and the day into the changelog, and leaves everything else as it is written. */
function writeVersion(tree, version, date) {
  const { version: last } = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  const shown = new RegExp(
    `(rulebook(?:-http)?[@-]|github-action(?:/\\w+)?@v|rev: v)${last.replaceAll('.', '\\.')}(?![\\d])`,
    'g',
  );
  for (const page of pages) edit(tree, page, (text) => text.replace(shown, `$1${version}`));
  edit(tree, 'package.json', (text) => text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`));
  writeAddress(tree);
  edit(tree, 'package-lock.json', (text) => {
    const once = text.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);
    return once.replace(/^( {4}"": \{\n {6}"name": "[^"]*",\n {6}"version": )"[^"]*"/m, `$1"${version}"`);
  });
  joinChanges(tree, `## ${version} (${date})`);
  for (const name of ['package.json', 'package-lock.json']) {
    const read = JSON.parse(readFileSync(join(tree, name), 'utf8'));
    const found = [read.version, ...(read.packages ? [read.packages[''].version] : [])];
    if (found.some((one) => one !== version)) throw new Error(`The version could not be written into ${name}.`);
  }
}

/** Writes the address of the repository, which package.json alone has, where it is read: pages, forms, and the links of the extension. */
function writeAddress(tree) {
  const manifest = JSON.parse(readFileSync(join(tree, 'package.json'), 'utf8'));
  const place = repositoryOf(manifest);
  if (place === undefined) return;
  for (const page of [...pages, '.github/ISSUE_TEMPLATE/config.yml']) {
    edit(tree, page, (text) =>
      text.replaceAll('https://github.com/OWNER/rulebook', place.web).replaceAll('OWNER/rulebook', place.slug),
    );
  }
  const members = Object.entries(addressesOf(manifest))
    .filter(([name]) => !(name in manifest))
    .map(([name, value]) => `  "${name}": ${JSON.stringify(value)},\n`);
  edit(tree, 'package.json', (text) => text.replace(/^ {2}"workspaces":/m, (found) => members.join('') + found));
}

/** Returns the changes in their order: by kind, and by the names of their files. */
function changesIn(tree) {
  const folder = join(tree, changes);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'README.md') : [];
  const read = names.sort().map((name) => {
    const [, kind = '', sentence = ''] = /^(\w+): (\S.*)\n?$/.exec(readFileSync(join(folder, name), 'utf8')) ?? [];
    if (!name.endsWith('.md') || !kinds.includes(kind))
      throw new Error(
        `${changes}/${name} must be a page with one line, such as "Fixed: A sentence."; the kinds are ${kinds.join(', ')}.`,
      );
    return { path: join(folder, name), kind, sentence };
  });
  return kinds.flatMap((kind) => read.filter((change) => change.kind === kind));
}

/** Makes a section of the changes, behind what is written of it already, and removes their files. */
function joinChanges(tree, heading) {
  const joined = changesIn(tree);
  const list = kinds.flatMap((kind) => {
    const sentences = joined.filter((change) => change.kind === kind).map(({ sentence }) => `- ${sentence}`);
    return sentences.length === 0 ? [] : [`### ${kind}\n\n${sentences.join('\n')}\n`];
  });
  edit(tree, changelog, (text) => {
    const named = text.replace(unreleased, (_, before) => `${before}${heading}`);
    const begun = named === text ? withHeading(text, heading) : named;
    const start = begun.indexOf(heading) + heading.length;
    const next = begun.indexOf('\n## ', start);
    const [before, after] = next < 0 ? [begun, ''] : [begun.slice(0, next), begun.slice(next)];
    return (
      [before.trimEnd(), ...list.map((part) => part.trimEnd())].join('\n\n') + (after === '' ? '\n' : `\n${after}`)
    );
  });
  for (const { path } of joined) rmSync(path);
}

function withHeading(text, heading) {
  const last = text.search(/^## /m);
  return last < 0 ? `${text.trimEnd()}\n\n${heading}\n` : `${text.slice(0, last)}${heading}\n\n${text.slice(last)}`;
}

function edit(tree, name, change) {
  writeFileSync(join(tree, name), change(readFileSync(join(tree, name), 'utf8')));
}

/** Moves the branch and makes the tag; without the tag, the branch goes back. */
async function finish({ commit, tag, version }) {
  const before = (await git(['rev-parse', 'HEAD'])).trim();
  await git(['merge', '--quiet', '--ff-only', commit]);
  try {
    await git(['tag', '--annotate', tag, '--message', `Rulebook ${version}`]);
  } catch (error) {
    await git(['reset', '--quiet', '--keep', before]);
    throw error;
  }
}

function copy(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) cpSync(join(from, name), join(to, name), { recursive: true });
}

async function git(args, cwd = root) {
  const { code, output } = await run('git', args, { cwd, timeout: 60_000 });
  if (code !== 0) throw new Error(`git ${args[0]} failed:\n${output.trim()}`);
  return output;
}

async function must(what, command, args, options) {
  const { code } = await run(command, args, options);
  if (code !== 0) throw new Error(`${what} failed; nothing was changed.`);
}

function order(version) {
  return version.split('.').reduce((sum, part) => sum * 1e5 + Number(part), 0);
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      out: { type: 'string' },
      date: { type: 'string' },
      branch: { type: 'string' },
      pictures: { type: 'string' },
      'skip-tests': { type: 'boolean' },
      publish: { type: 'boolean' },
    },
  });
  const [version = ''] = positionals;
  if (positionals.length !== 1)
    throw new Error('Usage: npm run release -- VERSION [--dry-run] [--publish] [--date YYYY-MM-DD]');
  if (!/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(version)) throw new Error(`${version} is not a version such as 0.2.0.`);
  const date = values.date ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(Date.parse(date)))
    throw new Error(`${date} is not a day such as 2026-01-31.`);
  const dryRun = values['dry-run'] === true;
  if (dryRun && values.publish) throw new Error('--dry-run publishes nothing; leave out --publish.');
  return {
    version,
    date,
    branch: values.branch ?? 'main',
    out: values.out === undefined ? undefined : resolve(values.out),
    dryRun,
    skipTests: values['skip-tests'] === true,
    publish: values.publish === true,
    pictures: values.pictures,
  };
}
