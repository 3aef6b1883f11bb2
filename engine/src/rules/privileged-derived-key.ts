import type { Binding, BoundValue } from '../binding/model';
import { hasOpenKeys, isUnknown } from './bound-values';
import { credentialOf, isCredential } from './authorization';
import { memberNamed, sourceOf, valueOfConstrained } from './constrained';
import { insertMember, replaceNode } from './json-edits';
import { defineConstraintRule } from './rule';
import { code } from './wording';

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
    ],
  },
  check(element, { options, provenance }, binding, report) {
    const body = valueOfConstrained(element);
    if (body === undefined || hasOpenKeys(body) || !isSentWith(options.scheme, binding)) return;
    const roles = memberNamed(body, options.field);
    const empty = '{ "no-privileges": {} }';
    if (roles === undefined) {
      report({
        message: `An API key can only create a key with an explicit role descriptor without privileges; ${code(options.field)} is missing.`,
        span: body.anchor,
        provenance,
        fixes: () => [
          {
            title: `Add \`${options.field}\` without privileges`,
            edits: [insertMember(sourceOf(binding), body.node, options.field, empty)],
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
          { title: 'Add an empty role descriptor', edits: [replaceNode(value.node, empty)], isSafe: false },
        ],
      });
      return;
    }
    for (const { value: role } of value.members) {
      if (role?.node.type !== 'object') continue;
      for (const name of options.privileges) {
        const member = role.members.find(({ key }) => key === name);
        if (member?.value === undefined || !grants(member.value)) continue;
        report({
          message: `An API key cannot create a key with privileges; ${code(name)} grants some.`,
          span: member.keySpan,
          provenance,
          fixes: () => [{ title: 'Empty the role descriptor', edits: [replaceNode(role.node, '{}')], isSafe: false }],
        });
      }
    }
  },
});

function isSentWith(scheme: string, { headers }: Binding): boolean {
  const header = headers.find(isCredential);
  return header !== undefined && credentialOf(header.text).scheme.toLowerCase() === scheme.toLowerCase();
}

function grants(value: BoundValue): boolean {
  if (value.node.type === 'array' || value.node.type === 'object') return (value.node.children ?? []).length > 0;
  return value.node.type === 'string' && !value.isOpaque;
}
