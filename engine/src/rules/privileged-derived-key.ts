import type { BoundValue } from '../binding/model';
import { hasOpenKeys, isUnknown } from './support/bound-values';
import { isSentWith } from './support/authorization';
import { memberNamed, sourceOf, valueOfConstrained } from './support/constrained';
import { insertMember, replaceNode } from './support/json-edits';
import { defineConstraintRule, type Reporter } from './rule';
import type { Provenance } from '../catalogue/model';
import { code } from './support/wording';

/** The descriptor of a key that may nothing. */
const noPrivileges = '{ "no-privileges": {} }';

/** Reports privileges of a key that an API key creates. */
export const privilegedDerivedKey = defineConstraintRule({
  id: 'privileged-derived-key',
  scope: 'constraint',
  severity: 'error',
  docs: {
    what: 'Reports an API key with privileges, or without a role descriptor, that is created by another API key.',
    why: 'A key made by a key can have no privileges; with any, or with none said, the request fails.',
    remedy:
      'Give the new key one role descriptor without privileges, which the quick fix does, or authenticate as a user.',
    valid: ['PUT /_security/api_key\nAuthorization: ApiKey {{api_key}}\n\n{ "role_descriptors": { "r": {} } }\n'],
    invalid: [
      'PUT /_security/api_key\nAuthorization: ApiKey {{api_key}}\n\n{ "role_descriptors": { "r": { "cluster": ["all"] } } }\n',
      'PUT /_security/api_key\nAuthorization: ApiKey {{api_key}}\n\n{ "name": "k" }\n',
      'POST /_security/api_key\nAuthorization: ApiKey {{api_key}}\n',
    ],
  },
  check(element, { options, provenance }, binding, report) {
    const body = valueOfConstrained(element);
    if (body === undefined || hasOpenKeys(body, binding) || !isSentWith(options.scheme, binding)) return;
    const roles = memberNamed(body, options.field);
    if (roles === undefined) {
      report({
        message: `An API key can only create a key with an explicit role descriptor without privileges; ${code(options.field)} is missing.`,
        span: body.anchor,
        provenance,
        fixes: () => [
          {
            title: `Add \`${options.field}\` without privileges`,
            edits: [insertMember(sourceOf(binding), body.node, options.field, noPrivileges)],
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
        message: 'An API key can only create a key with an explicit role descriptor without privileges; there is none.',
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
    if (!isSentWith(options.scheme, binding)) return;
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
            title: `Add ${code(options.field)} without privileges`,
            edits: [{ span: { start: end, end }, newText }],
            isSafe: false,
          },
        ];
      },
    });
  },
});

/** Reports all privileges of a request at once, at the first. */
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
    message: `An API key cannot create a key with privileges; ${code(first.key)} grants some.`,
    span: first.keySpan,
    provenance,
    related: others.map(({ key, keySpan }) => ({ message: `${code(key)} grants some too.`, span: keySpan, block: 0 })),
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
