import { count, type AssertResult } from '../../../engine/src/index';

/** Returns the lines about asserts at the start of a response: those that do not hold, and how many do. */
export function assertNotes(results: readonly AssertResult[]): readonly string[] {
  if (results.length === 0) return [];
  const failed = results.filter(({ outcome }) => outcome !== 'passed');
  const passed = results.length - failed.length;
  const counts =
    failed.length === 0
      ? `# ✓ ${count(results.length, 'assert')} passed`
      : `# ✗ ${failed.length} of ${count(results.length, 'assert')} failed${passed === 0 ? '' : `, ${passed} passed`}`;
  return [counts, ...failed.map(({ text, line, message }) => `# ✗ ?? ${text} (line ${line + 1}): ${message}`)];
}

/** Returns what stands behind the line of an assert: a mark, and what was received where it does not hold. */
export function markOf({ outcome, received, message }: AssertResult): string {
  switch (outcome) {
    case 'passed':
      return '✓';
    case 'failed':
      return received === undefined ? `✗ ${shortened(message)}` : `✗ received ${shortened(received)}`;
    case 'unevaluated':
      return `✗ ${shortened(message)}`;
  }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
