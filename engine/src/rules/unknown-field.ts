import { objectShapeOf, type BoundMember, type BoundValue } from '../binding/model';
import type { ObjectShape } from '../catalogue/model';
import { nearest } from '../text/edit-distance';
import { isRecorded, isUnknownMember, memberFor } from './support/bound-values';
import { propertyAt, removeChild } from './support/json-edits';
import type { BlockRule, Fix, Report, Reporter } from './rule';
import { code, provenanceOf } from './support/wording';

/** Reports a field that the documents do not know. */
export const unknownField: BlockRule = {
  id: 'unknown-field',
  scope: 'block',
  severity: 'warning',
  docs: {
    what: 'Reports a field that is not documented for its object.',
    why: 'An unknown field is refused, or silently ignored, which hides a misspelt name. Where the service is known to refuse it, a misspelt field is a warning even if the list of fields may be incomplete; other unknown fields are then an information or a hint. Another name that servers are known to take is a hint only.',
    remedy: 'Take the name that the message proposes, or remove the field.',
    valid: ['PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "cluster": [] } } }\n'],
    invalid: ['PUT /_security/api_key\n\n{ "role_descriptors": { "r": { "clusters": [] } } }\n'],
  },
  concerns: (shape) =>
    shape.type === 'object' && (!shape.isOpen || shape.misspelt !== undefined) && shape.entries === undefined,
  value(value, binding, report) {
    const shape = objectShapeOf(value);
    if (shape === undefined || (shape.isOpen && shape.misspelt === undefined) || isRecorded(value, binding)) return;
    let names: KnownNames | undefined;
    for (const member of value.members) {
      reportAlias(member, report);
      if (!isUnknownMember(value, member)) continue;
      if (shape.misplaced?.some(({ names }) => names.includes(member.key))) continue;
      names ??= namesOf(value, shape);
      const meant = nearest(member.key, names.free);
      if (shape.isOpen && meant === undefined) continue;
      const taken = meant === undefined ? nearest(member.key, names.taken) : undefined;
      const question = meant === undefined ? '.' : `; did you mean ${code(meant)}?`;
      report({
        message: `${code(member.key)} is not a documented field of the ${shape.name}${taken === undefined ? question : `; ${code(taken)} is there already.`}`,
        span: member.keySpan,
        ...standingOf(shape, (meant ?? taken) !== undefined),
        provenance: shape.provenance ?? provenanceOf(value, binding),
        fixes: () => {
          const fixes: Fix[] = [];
          if (meant !== undefined) {
            const edits = [{ span: member.keySpan, newText: JSON.stringify(meant) }];
            fixes.push({ title: `Change to \`${meant}\``, edits, isSafe: false });
          }
          const property = propertyAt(value.node, member.span.start);
          if (property !== undefined) {
            const edits = [removeChild(binding.block.text, value.node, property)];
            fixes.push({ title: `Remove \`${member.key}\``, edits, isSafe: false });
          }
          return fixes;
        },
      });
    }
  },
};

interface KnownNames {
  /** The names that the object does not have yet, without those that the document does not know. */
  readonly free: readonly string[];
  readonly taken: readonly string[];
}

function namesOf(value: BoundValue, { fields }: ObjectShape): KnownNames {
  const free: string[] = [];
  const taken: string[] = [];
  for (const field of fields) {
    const { name, aliases = [], aliasNote } = field;
    const names = aliasNote === undefined ? [name, ...aliases] : [name];
    (memberFor(value, field) === undefined ? free : taken).push(...names);
  }
  return { free, taken };
}

/** A near miss is certainly wrong; any other key may be one that the list lacks. */
function standingOf(
  { isOpen, misspelt, unlisted, refusal }: ObjectShape,
  isNear: boolean,
): Pick<Report, 'severity' | 'isRefused'> {
  if (isOpen) return { severity: misspelt };
  if (refusal === undefined) return { severity: unlisted };
  const isRefused = isNear || unlisted === undefined;
  return { severity: isRefused ? 'warning' : unlisted, isRefused };
}

/** Servers take another name than the document's. */
function reportAlias({ key, keySpan, field }: BoundMember, report: Reporter): void {
  if (field?.aliasNote === undefined || key === field.name) return;
  const { message, provenance } = field.aliasNote;
  const edits = [{ span: keySpan, newText: JSON.stringify(field.name) }];
  report({
    message,
    provenance,
    severity: 'hint',
    span: keySpan,
    fixes: () => [{ title: `Change to \`${field.name}\``, edits, isSafe: true }],
  });
}
