import { hasRequestLine, isPlaceholder, isUnfilled } from './support/bound-values';
import type { BlockRule } from './rule';
import { code } from './support/wording';

/** Reports a placeholder in the path that no variable fills in. */
export const unresolvedPlaceholder: BlockRule = {
  id: 'unresolved-placeholder',
  scope: 'block',
  severity: 'information',
  docs: {
    what: 'Reports a placeholder such as `{id}`, `<id>`, `:id`, `$ID` or `HOOK_ID` left in a path.',
    why: 'It is sent as it stands. Variables are written with two braces.',
    remedy: 'Write the value, or a variable `{{id}}`; the quick fix makes it one.',
    valid: ['GET /repos/octocat/hello-world/hooks/{{hook_id}}\n'],
    invalid: [
      'GET /repos/{owner}/hello-world/hooks\n',
      'GET /repos/octocat/:repo/hooks\n',
      'GET /repos/octocat/hello-world/hooks/HOOK_ID\n',
    ],
  },
  request(binding, report) {
    if (binding.service === undefined || !hasRequestLine(binding)) return;
    for (const segment of binding.segments) {
      const parameter = binding.path.find(({ span }) => span.start === segment.span.start);
      const isOpen = isPlaceholder(segment.text) || (parameter !== undefined && isUnfilled(parameter));
      if (segment.hasHole || !isOpen) continue;
      const name = segment.text.replace(/[{}<>:$]/g, '').replace(/[^\w-]/g, '_');
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
