import type { Binding, BoundValue } from '../binding/model';
import { hasOpenKeys } from './support/bound-values';
import { memberNamed, sourceOf, valueOfConstrained } from './support/constrained';
import { indentAt, insertMember, replaceNode } from './support/json-edits';
import type { Fix } from './rule';
import { defineConstraintRule } from './rule';

/** Reports an update that removes a secret by leaving it out. */
export const droppedSecret = defineConstraintRule({
  id: 'dropped-secret',
  scope: 'constraint',
  severity: 'warning',
  docs: {
    what: 'Reports an update of a configuration that leaves out the secret.',
    why: 'An update without the secret is accepted and removes the secret that was set before. From then on deliveries are not signed, and nobody is told.',
    remedy:
      'Send the secret again, from a variable, or update the single values through the operation for the configuration.',
    valid: [
      'PATCH /repos/octocat/hello-world/hooks/42\n\n{ "config": { "url": "https://example.com/", "secret": "{{hook_secret}}" } }\n',
      'PATCH /repos/octocat/hello-world/hooks/42\n\n{ "active": true }\n',
    ],
    invalid: ['PATCH /repos/octocat/hello-world/hooks/42\n\n{ "config": { "url": "https://example.com/" } }\n'],
  },
  check(element, { options, provenance }, binding, report) {
    const holder = valueOfConstrained(element);
    if (holder?.node.type !== 'object' || hasOpenKeys(holder, binding)) return;
    if (memberNamed(holder, options.secret) !== undefined) return;
    report({
      message: options.message,
      span: holder.anchor,
      provenance,
      fixes: () => secretFixes(holder, options.secret, binding),
    });
  },
});

/** The variable that quick fixes write in place of a secret. */
export const secretVariable = '{{hook_secret}}';

/** Returns the fixes that keep a secret which the object leaves out. */
export function secretFixes(holder: BoundValue, secret: string, binding: Binding): readonly Fix[] {
  return [
    {
      title: `Add \`${secret}\` from the variable \`${secretVariable}\``,
      edits: [insertMember(sourceOf(binding), holder.node, secret, JSON.stringify(secretVariable))],
      isSafe: false,
    },
    ...narrowerUpdate(holder, binding),
  ];
}

/** Sends the object alone to the operation that updates only it, when the request holds nothing else. */
function narrowerUpdate(holder: BoundValue, binding: Binding): readonly Fix[] {
  const { operation, service, request, method, block } = binding;
  const root = holder.parent;
  if (operation === undefined || root === undefined || root.members.length !== 1) return [];
  if (block.association !== undefined || binding.match.kind !== 'operation') return [];
  const narrower = service?.operations.find(
    ({ path, methods, body }) =>
      path === `${operation.path}/${holder.name}` && methods.includes(method) && body?.shape.type === 'object',
  );
  if (narrower === undefined) return [];
  const text = sourceOf(binding);
  const { start, end } = request.target.path.span;
  const isSlashed = text.slice(start, end).endsWith('/');
  const inner = text.slice(holder.span.start, holder.span.end);
  const from = indentAt(text, holder.keyNode?.offset ?? holder.span.start);
  const to = indentAt(text, root.span.start);
  const moved = from.startsWith(to) ? inner.split(`\n${from}`).join(`\n${to}`) : inner;
  return [
    {
      title: `Send to \`${method} …/${holder.name}\``,
      edits: [
        { span: { start: end, end }, newText: `${isSlashed ? '' : '/'}${holder.name}` },
        replaceNode(root.node, moved),
      ],
      isSafe: false,
    },
  ];
}
