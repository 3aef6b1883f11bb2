import { objectShapeOf, type BoundMember, type BoundValue } from '../binding/model';
import type { ObjectShape } from '../catalogue/shape';
import { holdsVariable } from '../syntax/parse-target';
import { nearest } from '../text/edit-distance';
import { isRecorded, isUnknownMember, fieldsWithoutMember } from './support/bound-values';
import { changeTo } from './support/change-to';
import { propertyAt, removeChild } from './support/json-edits';
import type { BlockRule, Report, Reporter } from './rule';
import { code, documentedOrDescribed, provenanceOf, quoted } from './support/wording';

/** Reports a field that is not documented. */
export const unknownField: BlockRule = {
  id: 'unknown-field',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    what: 'Reports a field that is not documented for its object.',
    why: 'The service refuses an unknown field, or silently ignores it, which hides a misspelled name. If the service is known to refuse unknown fields, a misspelled field is a warning even where the list of fields may be incomplete; other unknown fields are then reported as information or a hint. An alternative name that servers are known to accept is a hint.',
    remedy: 'Use the name that the message suggests, or remove the field.',
  },
  request({ form, operation }, report) {
    if (form === undefined || operation === undefined) return;
    const written = new Set(form.parts.map(({ name }) => name.text));
    const free = form.shape.fields.map(({ name }) => name).filter((name) => !written.has(name));
    for (const { name } of form.unknown) {
      if (name.text === '' || holdsVariable(name.text)) continue;
      const meant = nearest(name.text, free);
      const provenance = form.shape.provenance ?? operation.body?.provenance ?? operation.provenance;
      report({
        message: `${code(name.text)} is not a ${documentedOrDescribed(provenance)} field of the form${meant === undefined ? '.' : `; did you mean ${code(meant)}?`}`,
        span: name.span,
        provenance,
        fixes: () => changeTo(meant, name.span),
      });
    }
  },
  concerns: (shape) =>
    shape.type === 'object' && (!shape.isOpen || shape.misspelt !== undefined) && shape.entries === undefined,
  value(value, binding, report) {
    const shape = objectShapeOf(value);
    if (shape === undefined || (shape.isOpen && shape.misspelt === undefined) || isRecorded(value, binding)) return;
    let names: KnownNames | undefined;
    for (const member of value.members) {
      reportAlias(member, report);
      if (!isUnknownMember(value, member) || shape.undescribed?.includes(member.key)) continue;
      if (shape.misplaced?.some(({ names }) => names.includes(member.key))) continue;
      names ??= knownNamesOf(value, shape);
      const meant = nearest(member.key, names.free);
      if (shape.isOpen && meant === undefined) continue;
      const taken = meant === undefined ? nearest(member.key, names.taken) : undefined;
      const question = meant === undefined ? '.' : `; did you mean ${code(meant)}?`;
      const provenance = shape.provenance ?? provenanceOf(value, binding);
      report({
        message: `${code(member.key)} is not a ${documentedOrDescribed(provenance)} field of the ${shape.name}${taken === undefined ? question : `; ${code(taken)} is already present.`}`,
        span: member.keySpan,
        ...standingOf(shape, (meant ?? taken) !== undefined),
        provenance,
        fixes: () => {
          const fixes = [...changeTo(meant, member.keySpan, { write: JSON.stringify })];
          const property = propertyAt(value.node, member.span.start);
          if (property !== undefined) {
            const edits = [removeChild(binding.block.text, value.node, property)];
            fixes.push({ title: `Remove ${quoted(member.key)}`, edits, isSafe: false });
          }
          return fixes;
        },
      });
    }
  },
};

interface KnownNames {
  /** The names that the object does not contain yet, without undocumented ones. */
  readonly free: readonly string[];
  readonly taken: readonly string[];
}

function knownNamesOf(value: BoundValue, { fields, undescribed = [] }: ObjectShape): KnownNames {
  const free = [...undescribed];
  const taken: string[] = [];
  const absent = new Set(fieldsWithoutMember(value, fields));
  for (const field of fields) {
    const { name, aliases = [], aliasNote } = field;
    const names = aliasNote === undefined ? [name, ...aliases] : [name];
    (absent.has(field) ? free : taken).push(...names);
  }
  return { free, taken };
}

/** A near miss is certainly wrong; any other key may be missing from the list. */
function standingOf(
  { isOpen, misspelt, unlisted, refusal }: ObjectShape,
  isNear: boolean,
): Pick<Report, 'severity' | 'isRefused'> {
  if (isOpen) return { severity: misspelt };
  if (refusal === undefined) return { severity: unlisted };
  const isRefused = isNear || unlisted === undefined;
  return { severity: isRefused ? 'warning' : unlisted, isRefused };
}

/** Reports another name that servers accept for a documented field. */
function reportAlias({ key, keySpan, field }: BoundMember, report: Reporter): void {
  if (field?.aliasNote === undefined || key === field.name) return;
  const { message, provenance } = field.aliasNote;
  report({
    message,
    provenance,
    severity: 'hint',
    span: keySpan,
    fixes: () => changeTo(field.name, keySpan, { write: JSON.stringify, isSafe: true }),
  });
}
