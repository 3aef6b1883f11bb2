import * as vscode from 'vscode';
import type { AssertResult } from '@rulebook/sender/asserts';
import { nameOfAssert } from '@rulebook/text';

/** Returns the lines about asserts at the start of a response: those that do not hold, and how many do. */
export function assertNotes(results: readonly AssertResult[]): readonly string[] {
  if (results.length === 0) return [];
  const failed = results.filter(({ outcome }) => outcome !== 'passed');
  const passed = results.length - failed.length;
  const counts = countsOf(results.length, failed.length, passed);
  return [
    counts,
    ...failed.map((one) => vscode.l10n.t('# ✗ {0} (line {1}): {2}', nameOfAssert(one), one.line + 1, one.message)),
  ];
}

function countsOf(all: number, failed: number, passed: number): string {
  if (failed === 0)
    return all === 1 ? vscode.l10n.t('# ✓ 1 assert passed') : vscode.l10n.t('# ✓ {0} asserts passed', all);
  if (all === 1) return vscode.l10n.t('# ✗ 1 of 1 assert failed');
  return passed === 0
    ? vscode.l10n.t('# ✗ {0} of {1} asserts failed', failed, all)
    : vscode.l10n.t('# ✗ {0} of {1} asserts failed, {2} passed', failed, all, passed);
}

/** Returns what is behind the line of an assert: a mark, and what was received where it does not hold. */
export function markOf({ outcome, received, message }: AssertResult): string {
  switch (outcome) {
    case 'passed':
      return '✓';
    case 'failed':
      return received === undefined ? `✗ ${shortened(message)}` : vscode.l10n.t('✗ received {0}', shortened(received));
    case 'unevaluated':
      return `✗ ${shortened(message)}`;
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
