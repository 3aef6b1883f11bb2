import type { Binding, BoundValue } from '../binding/model';
import { hasOpenKeys } from './support/bound-values';
import { memberNamed, sourceOfBinding, valueOfConstrained } from './support/constrained';
import { indentAt, insertMember, replaceNode } from './support/json-edits';
import type { Fix } from './rule';
import { defineConstraintRule } from './rule';
import { quoted } from './support/wording';

/** Reports an update that removes a secret by omitting it. */
export const droppedSecret = defineConstraintRule({
  id: 'dropped-secret',
  category: 'security',
  severity: 'warning',
  docs: {
    what: 'Reports an update of a webhook configuration that omits the secret.',
    why: 'The service accepts such an update and removes the existing secret. Later deliveries are unsigned, without any warning.',
    remedy: 'Send the secret again from a variable, or update single values with the operation for the configuration.',
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

/** The variable that quick fixes insert instead of a secret. */
export const secretVariable = '{{hook_secret}}';

/** Returns the fixes that keep a secret which the object omits. */
export function secretFixes(holder: BoundValue, secret: string, binding: Binding): readonly Fix[] {
  return [
    {
      title: `Add ${quoted(secret)} from the variable ${quoted(secretVariable)}`,
      edits: [insertMember(sourceOfBinding(binding), holder.node, secret, JSON.stringify(secretVariable))],
      isSafe: false,
    },
    ...narrowerUpdate(holder, binding),
  ];
}

/** Returns the fix that sends the object to the operation that updates only this object, if the request contains nothing else. */
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
  const text = sourceOfBinding(binding);
  const { start, end } = request.target.path.span;
  const isSlashed = text.slice(start, end).endsWith('/');
  const inner = text.slice(holder.span.start, holder.span.end);
  const from = indentAt(text, holder.keyNode?.offset ?? holder.span.start);
  const to = indentAt(text, root.span.start);
  const moved = from.startsWith(to) ? inner.split(`\n${from}`).join(`\n${to}`) : inner;
  return [
    {
      title: `Send to ${quoted(`${method} …/${holder.name}`)}`,
      edits: [
        { span: { start: end, end }, newText: `${isSlashed ? '' : '/'}${holder.name}` },
        replaceNode(root.node, moved),
      ],
      isSafe: false,
    },
  ];
}
