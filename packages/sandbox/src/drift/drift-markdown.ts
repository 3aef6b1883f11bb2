import { diffsOf, nameOfDrifting, numbersOf, shareOf, summaryOf, truthLine } from './drift-text';
import type { Drift } from './model';

/** Returns a comparison as Markdown, for the comment of a pull request: a table, and a diff of each operation that differs. */
export function driftMarkdown(drift: Drift): string {
  const { title, operations, unasked, unsent, end, sandbox, requests } = drift;
  const rows = operations.map((one) => {
    const truth = one.sandbox === undefined ? '' : one.sandbox.played === 0 ? 'not played' : shareOf(one.sandbox);
    return `| ${cell(`\`${nameOfDrifting(one)}\``)} | ${one.asked} | ${one.asDescribed} | ${one.differing} | ${truth} |`;
  });
  const changed = operations.filter(({ differences }) => differences.length > 0);
  return [
    `## Drift of ${cell(title)}`,
    '',
    summaryOf(drift, requests),
    ...(end === undefined ? [] : ['', end]),
    '',
    '| Operation | answered | as described | differing | sandbox alike |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...changed.flatMap((one) => {
      const lines = diffsOf(one.differences);
      // A text of the service must not end the block.
      const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestRun(line) + 1)));
      return [`### \`${nameOfDrifting(one)}\``, '', `${numbersOf(one)}.`, '', `${fence}diff`, ...lines, fence, ''];
    }),
    ...(sandbox === undefined || sandbox.played === 0 ? [] : [truthLine(sandbox), '']),
    ...[...unasked, ...unsent]
      .slice(0, 1)
      .flatMap(() => [
        '<details><summary>Not asked</summary>',
        '',
        ...unasked.map(({ operation, reason }) => `- \`${operation}\`: ${reason}`),
        ...unsent.map(({ request, reason }) => `- ${cell(request)}: ${cell(reason)}`),
        '',
        '</details>',
        '',
      ]),
  ].join('\n');
}

function longestRun(line: string): number {
  return Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
}

function cell(text: string): string {
  return text.replace(/[|<>]/g, (sign) => `\\${sign}`).replace(/\s+/g, ' ');
}
