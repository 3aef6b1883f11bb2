import { membersAt } from '../binding/bind-value';
import type { Binding, BoundMember, BoundValue } from '../binding/model';
import type { Constraint, ConstraintOptions } from '@rulebook/catalogue/constraints';
import { isAcceptedByService } from './support/accepted';
import { changeTo } from './support/change-to';
import { sourceOfBinding, textOfConstrained, valueOfConstrained, type ConstrainedText } from './support/constrained';
import { defineConstraintRule, type Constrained, type Fix, type Reporter } from './rule';
import { quoted } from './support/wording';
import { indicesOfKeys } from '@rulebook/json/placed-node';
import { expressionOf } from '@rulebook/text/expressions';
import { someMember } from './support/written-keys';
import { textOfNode } from '@rulebook/json/json-node';

/** Reports a value whose form is not suitable. */
export const unsuitableText = defineConstraintRule({
  id: 'unsuitable-text',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a value whose form is not suitable, such as a wildcard where one resource must be named.',
    why: 'Operations that read or list may take patterns. Operations that create or change something need the name of one resource.',
    remedy: 'Write the name of one resource, and one request for each resource.',
  },
  passes({ options: { pattern, ofKeys, isAsWritten } }) {
    const unsuitable = expressionOf(pattern);
    if (ofKeys) return { node: (node) => !someMember(node, (key) => unsuitable.test(key)) };
    if (!isAsWritten) return { text: (text) => !unsuitable.test(text) };
    return { node: (node, { block }) => !unsuitable.test(textOfNode(block.text, node)) };
  },
  check(element, { options, provenance }, binding, report) {
    if (options.ofKeys) {
      checkKeys(valueOfConstrained(element), { options, provenance }, report);
      return;
    }
    const scalar = textOfConstrained(element);
    if (scalar === undefined) return;
    const text = options.isAsWritten ? writtenText(element, scalar, binding) : scalar.text;
    if (!expressionOf(options.pattern).test(text)) return;
    if (element.kind === 'parameter' && isAcceptedByService(binding, element.parameter.field.name)) return;
    report({
      message: options.message,
      span: scalar.span,
      provenance,
      fixes: () => fixesOfText(scalar, valueOfConstrained(element), options.fix),
    });
  },
});

/** Returns a number as it is in the request, anything else as it is read. */
function writtenText(element: Constrained, { text, span }: ConstrainedText, binding: Binding): string {
  if (valueOfConstrained(element)?.node.type !== 'number') return text;
  return sourceOfBinding(binding).slice(span.start, span.end);
}

function checkKeys(
  value: BoundValue | undefined,
  {
    options: { pattern, message, fix },
    provenance,
  }: Pick<Constraint, 'provenance'> & { options: ConstraintOptions['unsuitable-text'] },
  report: Reporter,
): void {
  const unsuitable = expressionOf(pattern);
  if (value?.node.type !== 'object') return;
  // Nearly all keys are suitable, so that what they mean is not asked for.
  for (const member of membersAt(value, indicesOfKeys(value.node, unsuitable)))
    if (!member.isOpaque)
      report({ message, span: member.keySpan, provenance, fixes: () => fixesOfKey(member, value, fix) });
}

function fixesOfKey(
  { key, keySpan }: BoundMember,
  value: BoundValue | undefined,
  fix: ConstraintOptions['unsuitable-text']['fix'],
): readonly Fix[] {
  if (fix?.kind !== 'rename' || !Object.hasOwn(fix.to, key)) return [];
  const { [key]: name = key } = fix.to;
  const isThere = (wanted: string): boolean => value?.members.some((one) => one.key === wanted) === true;
  if (isThere(name)) return [];
  const edits = [{ span: keySpan, newText: JSON.stringify(name) }];
  return [{ title: `Change to ${quoted(name)}`, edits, isSafe: !fix.unless.some(isThere) }];
}

function fixesOfText(
  { text, span, quote }: ConstrainedText,
  value: BoundValue | undefined,
  fix: ConstraintOptions['unsuitable-text']['fix'],
): readonly Fix[] {
  switch (fix?.kind) {
    case undefined:
    case 'rename':
      return [];
    case 'lower-case':
      // Date math stays as it is, since its units have a case.
      return text.includes('<') ? [] : changeTo(text.toLowerCase(), span, { write: quote });
    case 'without-start':
      return text.startsWith(fix.start) ? changeTo(text.slice(fix.start.length), span, { write: quote }) : [];
    case 'split': {
      const words = text.split(fix.separator).flatMap((word) => (word.trim() === '' ? [] : [word.trim()]));
      if (words.length === 0) return [];
      const items = words.map(quote).join(', ');
      const newText = value?.parent?.node.type === 'array' ? items : `[${items}]`;
      return [{ title: 'Change to a list', edits: [{ span, newText }], isSafe: false }];
    }
  }
}
