import { importsOf } from '../binding/inclusion';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a request file that is imported or sent and cannot be read. */
export const missingImport: BlockRule = {
  id: 'missing-import',
  scope: 'block',
  category: 'file-syntax',
  severity: 'error',
  docs: {
    what: 'Reports a line `import`, `run` or `# @import` whose file cannot be read.',
    why: 'Without the file, its variables and requests are unknown, so requests that need them cannot be sent.',
    remedy: 'Correct the path. It is relative to the folder of the request file.',
  },
  within: ['imports'],
  block(block, report, { include }) {
    if (include === undefined || block.imports.length + block.runs.length === 0) return;
    for (const inclusion of importsOf(block)) {
      const included = include(inclusion);
      if (included?.kind !== 'unreadable') continue;
      report({
        message: `The file ${code(inclusion.path)} cannot be read: ${included.cause}.`,
        span: inclusion.span,
        provenance: { kind: 'syntax' },
      });
    }
  },
};
