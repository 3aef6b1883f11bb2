import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports an import by which files import each other in a circle. */
export const circularImport: BlockRule = {
  id: 'circular-import',
  scope: 'block',
  category: 'file-syntax',
  severity: 'information',
  docs: {
    what: 'Reports a line `import` or `# @import` by which request files import each other in a circle.',
    why: 'Each file is read once, so the requests can be sent. But which definition of a name counts then depends on the file from which one starts.',
    remedy: 'Move what the files share to a file that both import.',
  },
  within: ['imports'],
  block({ imports }, report, { outsideNames }) {
    const circles = outsideNames?.imported?.circles;
    if (circles === undefined || circles.size === 0) return;
    for (const { path } of imports) {
      const circle = circles.get(path.text);
      if (circle === undefined) continue;
      report({
        message: `The files import each other in a circle: ${circle.map(code).join(' → ')}.`,
        span: path.span,
        provenance: { kind: 'syntax' },
      });
    }
  },
};
