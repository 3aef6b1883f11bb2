import { hasRequestLine, isPlaceholder } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a placeholder in the path that no variable fills in. */
export const unresolvedPlaceholder: BlockRule = {
  id: 'unresolved-placeholder',
  scope: 'block',
  severity: 'information',
  docs: {
    what: 'Reports a placeholder such as `{id}`, `<id>` or `:id` left in a path.',
    why: 'It is sent as it stands. Variables are written with two braces.',
    remedy: 'Write the value, or a variable `{{id}}`; the quick fix makes it one.',
    valid: ['GET /repos/octocat/hello-world/hooks/{{hook_id}}\n'],
    invalid: ['GET /repos/{owner}/hello-world/hooks\n', 'GET /repos/octocat/:repo/hooks\n'],
  },
  request(binding, report) {
    if (binding.service === undefined || !hasRequestLine(binding)) return;
    for (const segment of binding.segments) {
      if (segment.hasHole || !isPlaceholder(segment.text)) continue;
      const name = segment.text.replace(/[{}<>:]/g, '').replace(/[^\w-]/g, '_');
      report({
        message: `The placeholder ${code(segment.text)} has no value.`,
        span: segment.span,
        provenance: { kind: 'syntax' },
        fixes: () => [
          {
            title: `Make it a variable \`{{${name}}}\``,
            edits: [{ span: segment.span, newText: `{{${name}}}` }],
            isSafe: false,
          },
        ],
      });
    }
  },
};
