import { inclusionsOf } from '../binding/inclusion';
import { rowsFileOf } from '../binding/rows-of';
import type { IncludedBody } from '../binding/model';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a request whose body file, or file of rows, cannot be read. */
export const missingBodyFile: BlockRule = {
  id: 'missing-body-file',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  docs: {
    what: 'Reports a request whose body file cannot be read, or the file of rows that its `# @for` names.',
    why: 'Without the file there is no body, or no row to send the request for, so the request cannot be sent.',
    remedy:
      'Correct the path after `<` or `# @for file`. It is relative to the folder of the request file, or else to the folder of the workspace.',
  },
  within: ['other-body', 'other-directives', 'other-request'],
  request({ block }, report, { include }) {
    if (include === undefined) return;
    for (const inclusion of inclusionsOf(block)) {
      const included = include(inclusion);
      if (included?.kind !== 'unreadable') continue;
      report({
        message: `The body file ${code(inclusion.path)} cannot be read: ${included.cause}.`,
        span: inclusion.span,
        provenance: { kind: 'syntax' },
      });
    }
    const rows = rowsFileOf(block);
    const cause = rows && causeOf(include(rows));
    if (rows === undefined || cause === undefined) return;
    const message = `The file ${code(rows.path)} of \`@for\` cannot be used: ${cause}.`;
    report({ message, span: rows.span, provenance: { kind: 'syntax' } });
  },
};

function causeOf(included: IncludedBody | undefined): string | undefined {
  if (included?.kind === 'unreadable') return included.cause;
  const columns = included?.columns?.();
  return typeof columns === 'string' ? columns : undefined;
}
