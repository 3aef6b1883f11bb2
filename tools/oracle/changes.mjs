// What `rulebook diff` finds between two releases of public descriptions, next to what oasdiff finds: its kinds at their places that we lack, one by one.
//
//   node tools/oracle/changes.mjs CLONES OASDIFF [--pairs FILE] [--only REGEX] [--show COUNT] [--ways COUNT] [--levels]
//
// CLONES is a folder with git repositories as `owner+name/repo`, OASDIFF the program. The pairs are in `test/oracle/changes-pairs.json`.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { loadEngine } from '../lib/load-engine.mjs';
import { namesOf, otherWayOf, placesIn } from './changes-places.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string' },
    only: { type: 'string' },
    show: { type: 'string' },
    ways: { type: 'string' },
    levels: { type: 'boolean' },
  },
});
const [clones = '', oasdiff = ''] = positionals;
if (oasdiff === '')
  throw new Error(
    'usage: changes.mjs CLONES OASDIFF [--pairs FILE] [--only REGEX] [--show COUNT] [--ways COUNT] [--levels]',
  );
const { compareSurfaces, createSchemaComparison, createTreeReader, readSurface } =
  await loadEngine('packages/changes/src/index');
const pairs = JSON.parse(
  readFileSync(values.pairs ?? join(import.meta.dirname, '../../test/oracle/changes-pairs.json'), 'utf8'),
);
const folder = mkdtempSync(join(tmpdir(), 'changes-'));
const totals = { pairs: 0, unread: 0, theirs: 0, shared: 0, implied: 0, lacking: 0, ours: 0 };
const byRepository = new Map();
const lackingKinds = new Map();
/** What we say in another way, by the way. */
const ways = new Map();
const levels = new Map(
  JSON.parse(
    execFileSync(oasdiff, ['checks', 'changelog', '--format', 'json'], { encoding: 'utf8', maxBuffer: 1e8 }),
  ).map(({ id, level }) => [id, level]),
);
const otherLevels = new Map();
try {
  for (const pair of pairs) if (new RegExp(values.only ?? '').test(`${pair.repository} ${pair.path}`)) play(pair);
} finally {
  rmSync(folder, { recursive: true });
}
for (const [name, row] of byRepository)
  console.log(
    `| ${name} | ${row.pairs} | ${row.theirs} | ${row.shared} | ${row.implied} | ${row.lacking} | ${row.ours} | ${(row.theirTime / 1000).toFixed(1)} | ${(row.ourTime / 1000).toFixed(1)} |`,
  );
console.log(totals);
for (const [kind, count] of [...lackingKinds].sort((a, b) => b[1] - a[1])) console.log(`lacking ${count} ${kind}`);
for (const [way, ones] of [...ways].sort((a, b) => b[1].length - a[1].length)) {
  console.log(`in another way ${ones.length}: ${way}`);
  for (const { id, operation, path, text } of ones.slice(0, Number(values.ways ?? 0)))
    console.log(`  ${id} ${operation} ${path}: ${text}`);
}
if (values.levels) for (const [id, line] of otherLevels) console.log(`level ${id}: ${line}`);

function play({ repository, path, newPath = path, old, new: next, folder: within }) {
  const git = join(clones, repository.replace('/', '+'), 'repo');
  const files = [
    [old, path],
    [next, newPath],
  ].map(([revision, name], index) => {
    const side = join(folder, `${index}`);
    rmSync(side, { recursive: true, force: true });
    mkdirSync(side);
    if (within === undefined) return writeFrom(git, `${revision}:${name}`, join(side, name.split('/').pop()));
    const archive = execFileSync('git', ['--git-dir', git, 'archive', revision, within], { maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', side], { input: archive });
    // Members may not be a reference as a whole: oasdiff refuses that.
    for (const one of readdirSync(side, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.ya?ml$/.test(file),
    )) {
      const content = readFileSync(join(side, one), 'utf8');
      const wholes = /properties:\s*\n\s+\$ref: .*$/gm;
      if (wholes.test(content)) writeFileSync(join(side, one), content.replace(wholes, 'properties: {}'));
    }
    // What a description says of itself may be in another file for tools of its authors; oasdiff does not read it, and it is not compared.
    const text = readFileSync(join(side, name), 'utf8');
    const plain = text.replace(/^( {2}description:)\s*\n\s+\$ref: .*$/m, '$1 "."');
    writeFileSync(join(side, name), withOperations(plain, dirname(join(side, name))));
    return join(side, name);
  });
  // Both write what they find to a file.
  const answerFile = join(folder, 'answer.json');
  const answer = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', oasdiff, 'changelog', ...files, '--format', 'json'],
    { stdio: ['ignore', openSync(answerFile, 'w'), 'pipe'], encoding: 'utf8' },
  );
  // The time of the processor, since the machine may do something else, too.
  const theirTime =
    answer.stderr
      .trim()
      .split(/\s+/)
      .slice(-2)
      .map(Number)
      .reduce((sum, one) => sum + one, 0) * 1000;
  const start = process.cpuUsage();
  const readTree = createTreeReader();
  const [before, after] = files.map((file) => {
    const [name, text] = [file.split('/').pop(), readFileSync(file, 'utf8')];
    return readSurface({ name, text, read: readerBelow(file), readTree });
  });
  if (answer.status !== 0 || 'cause' in before || 'cause' in after) {
    totals.unread++;
    if (values.show)
      console.log('unread', repository, path, newPath, answer.stderr.slice(0, 200), before.cause, after.cause);
    return;
  }
  const ours = compareSurfaces(before, after);
  const { user, system } = process.cpuUsage(start);
  const ourTime = (user + system) / 1000;
  count(JSON.parse(readFileSync(answerFile, 'utf8') || '[]'), ours, {
    repository,
    path,
    old,
    next,
    theirTime,
    ourTime,
    before,
    after,
  });
}

/** Writes operations that are in files of their own where they are referred to: oasdiff follows references to paths, and not to operations. */
function withOperations(text, at) {
  return text.replace(
    /^( {4})(get|put|post|delete|patch|head|options):\s*\n\s+\$ref: ["']?([^"'#\n]+?)["']? *$/gm,
    (_, indent, method, file) => {
      const moved = (reference) =>
        reference.startsWith('#') ? `${file}${reference}` : posix.join(posix.dirname(file), reference);
      const lines = readFileSync(join(at, file), 'utf8')
        .replace(/^---.*\n/, '')
        // References, and those of discriminators.
        .replace(/(: +|- +)(["']?)((?:[\w./-]+\.ya?ml)?(?:#\/[^"'\s]*)?)\2[ \t]*$/gm, (all, start, __, reference) =>
          reference === '' ? all : `${start}"${moved(reference)}"`,
        )
        .split('\n')
        .map((line) => (line.trim() === '' ? '' : `${indent}  ${line}`));
      return `${indent}${method}:\n${lines.join('\n')}`;
    },
  );
}

function writeFrom(git, subject, file) {
  writeFileSync(file, execFileSync('git', ['--git-dir', git, 'show', subject], { maxBuffer: 1e8 }));
  return file;
}

/** Reads what a description refers to, in the folder that was written. */
function readerBelow(file) {
  return (path) => {
    try {
      return { text: readFileSync(join(file, '..', path), 'utf8') };
    } catch {
      return { cause: 'not read' };
    }
  };
}

function count(theirs, ours, { repository, path, old, next, theirTime, ourTime, before, after }) {
  const known = {
    ...knownOf(before, after),
    isMatched: createMatched(theirs, before, after),
    isBreaking: ours.some(({ level }) => level === 'breaking'),
  };
  const places = placesIn(ours);
  const row = byRepository.get(repository) ?? {
    ...{ pairs: 0, theirs: 0, shared: 0, implied: 0, lacking: 0, ours: 0, theirTime: 0, ourTime: 0 },
  };
  byRepository.set(repository, row);
  const lacking = [];
  for (const one of theirs) {
    if (places.has(one)) row.shared++;
    else {
      const way = otherWayOf(one, places, known);
      if (way === undefined) lacking.push(one);
      else {
        row.implied++;
        ways.set(way, [...(ways.get(way) ?? []), one]);
      }
    }
  }
  Object.assign(row, {
    ...{ pairs: row.pairs + 1, theirs: row.theirs + theirs.length, lacking: row.lacking + lacking.length },
    ...{ ours: row.ours + ours.length, theirTime: row.theirTime + theirTime, ourTime: row.ourTime + ourTime },
  });
  totals.pairs++;
  for (const key of ['theirs', 'shared', 'implied', 'lacking', 'ours'])
    totals[key] = [...byRepository.values()].reduce((sum, one) => sum + one[key], 0);
  for (const { id } of lacking) lackingKinds.set(id, (lackingKinds.get(id) ?? 0) + 1);
  for (const one of lacking.slice(0, Number(values.show ?? 0)))
    console.log(`${repository} ${old}..${next} ${path}: ${one.id} ${one.operation} ${one.path}: ${one.text}`);
  const words = { breaking: 'error', risky: 'warning', additive: 'info', silent: 'info' };
  for (const { id, level } of ours)
    if (levels.has(id) && words[level] !== levels.get(id)) otherLevels.set(id, `${level} (${levels.get(id)})`);
}

function shapeOf(path) {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

/** What both descriptions say, for what we say in another way. */
function knownOf(before, after) {
  return {
    isInPath: ({ operation, path, text }) => {
      const names = [...text.matchAll(/`([^`]*)`/g)].map(([, name]) => name);
      return [before, after].every((surface) =>
        surface.operations
          .filter((one) => one.method === operation && shapeOf(one.path) === shapeOf(path))
          .some(({ parameters }) => parameters.some((one) => one.in === 'path' && names.includes(one.name))),
      );
    },
    hasHeader: ({ operation, path, text }) => {
      const names = [...text.matchAll(/`([^`]*)`/g)].map(([, name]) => name.toLowerCase());
      return [before, after].every((surface) =>
        surface.operations
          .filter((one) => one.method === operation && one.path === path)
          .some(({ parameters }) =>
            parameters.some((one) => one.in === 'header' && names.includes(one.name.toLowerCase())),
          ),
      );
    },
  };
}

/** Returns whether each schema that came into a list is one that went, or the other way round: it says the same by another name, or both are written out. */
function createMatched(theirs, before, after) {
  const { areSame } = createSchemaComparison(before, after);
  // Of lists, all but the schemas and what else has the list.
  const listOf = ({ operation, path, text }) =>
    [
      operation,
      path,
      text.replace(/^(?:added|removed) `[^`]*` (?:to|from)/, '').replace(/ \((?:shared|also).*/s, ''),
    ].join();
  const keyOf = (id, one) => `${id} ${listOf(one)}`;
  const lists = new Map(theirs.map((one) => [keyOf(one.id, one), namesOf(one)]));
  const lastOf = (name) => name.slice(name.lastIndexOf('/') + 1);
  const isSame = (one, other) => {
    if (one.startsWith('subschema #') || other.startsWith('subschema #'))
      return one.startsWith('subschema #') && other.startsWith('subschema #');
    if (lastOf(one) === lastOf(other)) return true;
    const pairs = [
      [before.components.get(lastOf(one)), after.components.get(lastOf(other))],
      [before.components.get(lastOf(other)), after.components.get(lastOf(one))],
    ];
    return pairs.some(([old, now]) => old !== undefined && now !== undefined && areSame(old, now));
  };
  return (one) => {
    const opposite = one.id.endsWith('added')
      ? one.id.replace(/added$/, 'removed')
      : one.id.replace(/removed$/, 'added');
    const left = [...(lists.get(keyOf(opposite, one)) ?? [])];
    return namesOf(one).every((name) => {
      const at = left.findIndex((other) => isSame(name, other));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  };
}
