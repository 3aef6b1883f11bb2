import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/command-line';
import { triesAll } from '../sample';
import { acceptedExpressions } from './accepted-expressions';
import { productFiles } from './files';

/** How large the automaton of an expression may be. A larger one is left undecided: by its size, not by the time, so that each machine finds the same. */
const largest = 2_000;

/** Without a limit of time, and without the random tries of the other checker. */
const byAutomaton = { checker: 'automaton', timeout: null } as const;

/** Returns the regular expressions that are in the sources of the product, each with the first place. */
function expressionsInSources(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const folders = ['packages', 'services', 'server/src', 'client/src', 'client/media', 'cli/src', 'integrations'];
  for (const path of productFiles(folders, /(?<!\.d)\.(?:ts|js|mjs)$/)) {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) {
        found.set(node.text, `${path}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** Returns whether an expression repeats something without a limit; any other takes linear time. */
function repeats(expression: string): boolean {
  const withoutSigns = expression.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return /[*+]|\{\d+,\}/.test(withoutSigns);
}

/**
 * What was examined before and found harmless: first the checker, then the digests of the expressions. `UPDATE=1` writes the list anew
 * and examines what is new; another checker, or no list, makes it examine all, and so does `RULEBOOK_SEEDS=all`.
 */
const listFile = join(import.meta.dirname, 'examined-expressions.txt');
const { version } = createRequire(import.meta.url)('recheck/package.json') as { readonly version: string };
const checkerLine = `recheck ${version}, automata of up to ${largest} states`;

function readList(): ReadonlySet<string> {
  const [checker, ...digests] = existsSync(listFile) ? readFileSync(listFile, 'utf8').trimEnd().split('\n') : [];
  return new Set(checker === checkerLine && !triesAll ? digests : []);
}

function digestOf(expression: string): string {
  return createHash('sha256').update(expression).digest('hex').slice(0, 20);
}

const expressions = expressionsInSources();
const accepted = acceptedExpressions.flatMap(({ sources }) => sources);

describe('the regular expressions of the product', () => {
  it('take linear time, whatever the text, or are accepted with a reason', { timeout: 3_600_000 }, async () => {
    expect(expressions.size).toBeGreaterThan(1_000);
    const inQuestion = [...expressions].filter(([expression]) => repeats(expression) && !accepted.includes(expression));
    const examined = readList();
    const waiting = inQuestion.filter(([expression]) => !examined.has(digestOf(expression)));
    const isUpdate = process.env['UPDATE'] === '1';
    if (!isUpdate && !triesAll) expect(waiting.length, `not in ${listFile}; UPDATE=1 adds them`).toBeLessThan(30);
    const harmless = inQuestion.map(([expression]) => digestOf(expression)).filter((digest) => examined.has(digest));
    const slow: string[] = [];
    const examine = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [expression, place] = next;
        const end = expression.lastIndexOf('/');
        const flags = expression.slice(end + 1).replace(/[dv]/g, '');
        const found = await check(expression.slice(1, end), flags, { ...byAutomaton, maxNFASize: largest });
        if (found.status === 'vulnerable') slow.push(`${place}: ${expression} (${found.complexity.summary})`);
        else harmless.push(digestOf(expression));
        // Each time, so that an update that is ended goes on where it was.
        if (isUpdate) writeFileSync(listFile, `${[checkerLine, ...[...harmless].sort()].join('\n')}\n`);
      }
    };
    await Promise.all([examine(), examine()]);
    if (isUpdate) writeFileSync(listFile, `${[checkerLine, ...[...harmless].sort()].join('\n')}\n`);
    expect(slow).toEqual([]);
  });

  it('that are accepted are still there, once in the list', () => {
    expect(
      accepted.filter((expression, index) => !expressions.has(expression) || accepted.indexOf(expression) < index),
    ).toEqual([]);
  });
});
