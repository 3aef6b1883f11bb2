import type { BoundMember, BoundValue } from '../binding/model';
import { memberOf, objectShapeOf } from '../binding/model';
import { isOlder } from '../binding/target';
import { versionFor } from '../binding/vendor-facts';
import type { MisplacedField } from '@rulebook/catalogue/shape';
import type { TextEdit } from '@rulebook/text/edit';
import { isRecorded } from './support/bound-values';
import { indentAt, insertMember, propertyAt, reindent, removeChild } from './support/json-edits';
import { misplacementOf } from './support/misplaced';
import type { BlockRule, Fix, Reporter } from './rule';
import { quoted } from './support/wording';

/** Reports a field that belongs elsewhere. */
export const misplacedField: BlockRule = {
  id: 'misplaced-field',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a field that belongs to another object or to another operation.',
    why: 'The service refuses or ignores a field in the wrong position.',
    remedy: 'Move the field to where it belongs; the quick fix does this.',
  },
  concerns: (shape) => shape.type === 'object' && shape.misplaced !== undefined,
  passes: () => ({ onlyFields: ({ provenance }) => provenance.kind !== 'described' }),
  value(value, binding, report) {
    const shape = objectShapeOf(value);
    if (shape?.misplaced === undefined || isRecorded(value, binding)) return;
    for (const member of value.members) {
      // A description may still have what the documents know as removed.
      if (member.isOpaque || (member.field !== undefined && member.field.provenance.kind !== 'described')) continue;
      const note = misplacementOf(value, shape, member);
      if (
        note === undefined ||
        (note.removed !== undefined && isOlder(versionFor(note.provenance, binding), note.removed))
      )
        continue;
      reportMisplaced({ value, member, note }, binding.block.text, report);
    }
  },
};

/** A member and what is known of its place. */
interface MisplacedMember {
  readonly value: BoundValue;
  readonly member: BoundMember;
  readonly note: MisplacedField;
}

function reportMisplaced({ value, member, note }: MisplacedMember, text: string, report: Reporter): void {
  report({
    message: note.message,
    span: member.keySpan,
    severity: note.severity,
    provenance: note.provenance,
    fixes: () => fixesToMove(value, member, note, text),
  });
}

function fixesToMove(value: BoundValue, member: BoundMember, note: MisplacedField, text: string): readonly Fix[] {
  const property = propertyAt(value.node, member.span.start);
  const memberValue = property?.children?.[1];
  if (property === undefined || note.fix === undefined) return [];
  const removal = removeChild(text, value.node, property);
  const json =
    memberValue === undefined ? 'null' : text.slice(memberValue.offset, memberValue.offset + memberValue.length);
  const fix = (title: string, edits: readonly TextEdit[] | undefined): readonly Fix[] =>
    edits === undefined ? [] : [{ title, edits, isSafe: false }];
  switch (note.fix.kind) {
    case 'remove':
      return fix(`Remove ${quoted(member.key)}`, [removal]);
    case 'rename':
      return fix(`Change to ${quoted(note.fix.to)}`, [{ span: member.keySpan, newText: JSON.stringify(note.fix.to) }]);
    case 'move-into': {
      const target = memberOf(value, note.fix.into)?.value;
      const title = `Move into ${quoted(note.fix.into)}`;
      if (target === undefined) {
        const nested = `${JSON.stringify(note.fix.into)}: { ${JSON.stringify(member.key)}: ${json} }`;
        return fix(title, [
          { span: { start: property.offset, end: property.offset + property.length }, newText: nested },
        ]);
      }
      if (target.node.type !== 'object' || memberOf(target, member.key) !== undefined) return [];
      if (note.fix.isOnlyMember === true && target.members.length > 0) return [];
      const insertion = insertMember(text, target.node, member.key, json);
      return fix(title, disjoint(removal, insertion));
    }
    case 'unwrap': {
      if (memberValue?.type !== 'object' || memberValue.children?.length === 0) return [];
      const { children = [] } = memberValue;
      const [first, last] = [children[0], children[children.length - 1]];
      if (first === undefined || last === undefined) return [];
      const inner = text.slice(first.offset, last.offset + last.length);
      const from = indentAt(text, first.offset);
      const to = indentAt(text, property.offset);
      const moved = from.startsWith(to) ? inner.split(`\n${from}`).join(`\n${to}`) : inner;
      const span = { start: property.offset, end: property.offset + property.length };
      return fix(`Replace ${quoted(member.key)} with its members`, [{ span, newText: moved }]);
    }
    case 'move-out': {
      const outer = value.parent;
      if (outer?.node.type !== 'object' || memberOf(outer, member.key) !== undefined) return [];
      const flat = reindent(json, '');
      return fix(
        `Move ${quoted(member.key)} to the outer object`,
        disjoint(removal, insertMember(text, outer.node, member.key, flat)),
      );
    }
  }
}

function disjoint(a: TextEdit, b: TextEdit): readonly TextEdit[] | undefined {
  return a.span.end <= b.span.start || b.span.end <= a.span.start ? [a, b] : undefined;
}
