import type { BoundValue } from '@rulebook/checker/binding/model';
import { hasOpenKeys, isUnknown } from '@rulebook/checker/rules/support/bound-values';
import { isSentWith } from '@rulebook/checker/rules/support/authorization';
import { memberNamed, sourceOfBinding, valueOfConstrained } from '@rulebook/checker/rules/support/constrained';
import { insertMember, replaceNode } from '@rulebook/checker/rules/support/json-edits';
import { defineConstraintRule, type Reporter } from '@rulebook/checker/rules/rule';
import type { Provenance } from '@rulebook/catalogue/facts';
import { code, quoted } from '@rulebook/checker/rules/support/wording';

declare module '@rulebook/catalogue/constraints' {
  interface ConstraintOptions {
    /** The created key has no privileges when the caller authenticates with an API key. */
    'privileged-derived-key': {
      readonly scheme: string;
      readonly field: string;
      readonly privileges: readonly string[];
      /** Set if these are no privileges, but servers refuse them, too. */
      readonly isRefusal?: true;
    };
  }
}

/** The role descriptor of a key without privileges. */
const noPrivileges = '{ "no-privileges": {} }';

/** Reports privileges of a key that is created with an API key. */
export const privilegedDerivedKey = defineConstraintRule({
  id: 'privileged-derived-key',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a request that uses an API key to create another API key with privileges or without a role descriptor.',
    why: 'A key that is created with an API key cannot have privileges. The request fails if it grants privileges, and also if it has no role descriptor.',
    remedy:
      'Give the new key one role descriptor without privileges, as the quick fix does, or authenticate as a user.',
  },
  passes: ({ options }) => ({ node: (_node, binding) => !isSentWith(options.scheme, binding) }),
  check(element, { options, provenance }, binding, report) {
    const body = valueOfConstrained(element);
    if (body === undefined || hasOpenKeys(body, binding) || !isSentWith(options.scheme, binding)) return;
    const roles = memberNamed(body, options.field);
    if (options.isRefusal) {
      for (const role of roles?.value?.members ?? [])
        for (const { key, keySpan } of role.value?.members ?? [])
          if (options.privileges.includes(key))
            report({
              message: `Servers refuse ${code(key)} in the role descriptor of a key that an API key creates.`,
              span: keySpan,
              provenance,
            });
      return;
    }
    if (roles === undefined) {
      report({
        message: `An API key can only create a key with an explicit role descriptor without privileges; ${code(options.field)} is missing.`,
        span: body.anchor,
        provenance,
        fixes: () => [
          {
            title: `Add ${quoted(options.field)} without privileges`,
            edits: [insertMember(sourceOfBinding(binding), body.node, options.field, noPrivileges)],
            isSafe: false,
          },
        ],
      });
      return;
    }
    const { value } = roles;
    if (value === undefined || value.isMismatch || isUnknown(value)) return;
    if (value.members.length === 0) {
      if (value.node.type === 'array' && value.items.length > 0) return;
      report({
        message: 'An API key can only create a key with an explicit role descriptor without privileges; add one.',
        span: roles.keySpan,
        provenance,
        fixes: () => [
          { title: 'Add an empty role descriptor', edits: [replaceNode(value.node, noPrivileges)], isSafe: false },
        ],
      });
      return;
    }
    reportGrants(value, options.privileges, provenance, report);
  },
  withoutBody({ options, provenance }, binding, report) {
    if (options.isRefusal || !isSentWith(options.scheme, binding)) return;
    const { request } = binding;
    report({
      message: `An API key can only create a key with an explicit role descriptor without privileges; this request has no ${code(options.field)}.`,
      span: request.target.path.span,
      provenance,
      fixes: () => {
        const end = request.headers[request.headers.length - 1]?.span.end ?? request.lineSpan.end;
        const newText = `\n\n{\n  ${JSON.stringify(options.field)}: ${noPrivileges}\n}`;
        return [
          {
            title: `Add ${quoted(options.field)} without privileges`,
            edits: [{ span: { start: end, end }, newText }],
            isSafe: false,
          },
        ];
      },
    });
  },
});

/** Reports all privileges of a request in one finding, at the first. */
function reportGrants(
  roles: BoundValue,
  privileges: readonly string[],
  provenance: Provenance,
  report: Reporter,
): void {
  const granting = roles.members.flatMap(({ value: role }) => {
    if (role?.node.type !== 'object') return [];
    const members = role.members.filter(
      ({ key, value }) => privileges.includes(key) && value !== undefined && grants(value),
    );
    return members.length === 0 ? [] : [{ role, members }];
  });
  const [first, ...others] = granting.flatMap(({ members }) => members);
  if (first === undefined) return;
  report({
    message: `An API key cannot create a key with privileges; ${code(first.key)} grants privileges.`,
    span: first.keySpan,
    provenance,
    related: others.map(({ key, keySpan }) => ({
      message: `${code(key)} also grants privileges.`,
      span: keySpan,
    })),
    fixes: () => [
      {
        title: granting.length > 1 ? 'Empty the role descriptors' : 'Empty the role descriptor',
        edits: granting.map(({ role }) => replaceNode(role.node, '{}')),
        isSafe: false,
      },
    ],
  });
}

function grants(value: BoundValue): boolean {
  if (value.node.type === 'array' || value.node.type === 'object') return (value.node.children ?? []).length > 0;
  return value.node.type === 'string' && !value.isOpaque;
}
