import { reasonOf } from '@rulebook/sender/plan';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { count } from '@rulebook/text';
import { isAtLeast, severities, type ReportedFinding } from '@rulebook/sender/report';
import { createInputChecker } from '../check/check-inputs';
import type { Fixer } from '../check/check-texts';
import { toolAnswer, toolRefusal } from './answers';
import { readSource, sourceArguments } from './sources';

/** More findings are counted, not listed. */
const maxFindings = 200;

/** Adds the tool that checks requests. */
export function addCheckTool(server: McpServer): void {
  server.registerTool(
    'check_requests',
    {
      title: 'Check requests',
      description:
        'Checks HTTP requests against the documented rules of the services that they go to: method, path, query, header fields and JSON body. Nothing is sent. Use it for every request before it is shown or saved, and again after each change.',
      inputSchema: {
        ...sourceArguments,
        env: z.string().optional().describe('The environment of http-client.env.json whose variables count.'),
        fix: z
          .boolean()
          .optional()
          .describe('Apply the quick fixes that keep the meaning, and return the text with them. No file is changed.'),
        minSeverity: z
          .enum([...severities] as [string, ...string[]])
          .optional()
          .describe('The weakest severity that is listed; `information` if absent.'),
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ env, fix = false, minSeverity = 'information', ...given }) => {
      const source = readSource(given);
      if ('cause' in source) return toolRefusal(reasonOf(source));
      let fixed: { readonly text: string; readonly count: number } | undefined;
      const fixer: Fixer = (_path, _text, apply) => (fixed = apply(false));
      const checker = createInputChecker({ input: source, showsSource: true, fix: fix ? fixer : undefined, env });
      const { files, complaints } = await checker.check(source.path, true);
      const problem = complaints[0] ?? checker.problem();
      if (problem !== undefined) return toolRefusal(problem);
      const least = severities.find((severity) => severity === minSeverity) ?? 'information';
      const found = files.flatMap(({ findings }) => [...findings]).filter(({ severity }) => isAtLeast(severity, least));
      const shown = found.slice(0, maxFindings);
      const requests = files.reduce((sum, file) => sum + file.requests, 0);
      const lines = [
        `${count(found.length, 'finding')} in ${count(requests, 'request')}${found.length === 0 ? '.' : ':'}`,
        ...shown.map(lineOf),
        ...(found.length > shown.length ? [`… and ${found.length - shown.length} more`] : []),
        ...(fixed ? ['', `${count(fixed.count, 'fix', 'fixes')} applied. The text is now:`, '', fixed.text] : []),
      ];
      return toolAnswer(lines.join('\n'), {
        findings: shown.map(dataOf),
        requests,
        ...(fixed && { text: fixed.text, fixes: fixed.count }),
      });
    },
  );
}

function lineOf({ rule, severity, message, range: { start }, fix }: ReportedFinding): string {
  const offered = fix === undefined ? '' : ` Fix: ${fix.title}.`;
  return `line ${start.line + 1}, column ${start.character + 1}: ${severity}: ${message} [${rule}]${offered}`;
}

/** Lines and columns count from 1, as in the text of the result. */
function dataOf({ rule, severity, message, range: { start, end }, fix, provenance }: ReportedFinding) {
  return {
    rule,
    severity,
    message,
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
    ...(fix && { fix: fix.title }),
    layer: provenance.kind,
    ...(provenance.document !== null && { document: provenance.document, section: provenance.section }),
  };
}
