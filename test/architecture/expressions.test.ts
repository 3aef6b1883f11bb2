import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { check } from 'recheck';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from '../cli/command-line';
import { acceptedExpressions } from './accepted-expressions';

/** How large the automaton of an expression may be. A larger one is left undecided: by its size, not by the time, so that each machine finds the same. */
const largest = 2_000;

/** Without a limit of time, and without the random tries of the other checker. */
const byAutomaton = { checker: 'automaton', timeout: null } as const;

/** Returns the regular expressions that stand in the sources of the product, each with the first place. */
function expressionsInSources(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const folders = ['engine/src', 'platform', 'server/src', 'client/src', 'client/media', 'cli/src', 'integrations'];
  for (const path of globSync(folders, { cwd: root }).filter((name) => /(?<!\.d)\.(?:ts|js|mjs)$/.test(name))) {
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

const expressions = expressionsInSources();
const accepted = acceptedExpressions.flatMap(({ sources }) => sources);

describe('the regular expressions of the product', () => {
  it('take linear time, whatever the text, or are accepted with a reason', { timeout: 600_000 }, async () => {
    expect(expressions.size).toBeGreaterThan(1_000);
    const waiting = [...expressions].filter(([expression]) => repeats(expression) && !accepted.includes(expression));
    const slow: string[] = [];
    const examine = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [expression, place] = next;
        const end = expression.lastIndexOf('/');
        const flags = expression.slice(end + 1).replace(/[dv]/g, '');
        const found = await check(expression.slice(1, end), flags, { ...byAutomaton, maxNFASize: largest });
        if (found.status === 'vulnerable') slow.push(`${place}: ${expression} (${found.complexity.summary})`);
      }
    };
    await Promise.all([examine(), examine()]);
    expect(slow).toEqual([]);
  });

  it('that are accepted are still there, once in the list', () => {
    expect(
      accepted.filter((expression, index) => !expressions.has(expression) || accepted.indexOf(expression) < index),
    ).toEqual([]);
  });
});
