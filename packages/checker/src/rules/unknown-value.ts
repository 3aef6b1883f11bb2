import type { Binding, BoundParameter, BoundValue } from '../binding/model';
import type { Severity } from '@rulebook/catalogue/facts';
import type { ChoiceShape, Shape } from '@rulebook/catalogue/shape';
import type { ValueSet } from '@rulebook/catalogue/values';
import { nearest } from '@rulebook/text/edit-distance';
import type { Span } from '@rulebook/text/span';
import { valuesFor } from '../binding/vendor-facts';
import { vendorMediaType, vendorOfValue } from '../binding/vendor-name';
import { isAcceptedByService } from './support/accepted';
import { isRecorded, scalarTextOf } from './support/bound-values';
import { checkedParameters, someChecked } from './support/checked-parameters';
import { isDate } from './malformed-date';
import type { BlockRule, Fix, Reporter } from './rule';
import { changeTo } from './support/change-to';
import { code, documentedOrDescribed, labelOf, inList, withRemark } from './support/wording';
import { createMemo, perObject } from '@rulebook/text/structures/memo';
import { expressionOf } from '@rulebook/text/expressions';

/** Reports a value that is not one of the documented ones. */
export const unknownValue: BlockRule = {
  id: 'unknown-value',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  docs: {
    what: 'Reports a value outside the documented set, and a likely misspelling of a known value.',
    why: 'The service refuses values outside a closed set. In an open set, other values may be accepted, and only likely misspellings are reported; they are warnings if the service is known to refuse them.',
    remedy: 'Use one of the documented values.',
  },
  concerns: (shape) => 'values' in shape && shape.values !== undefined,
  passes(shape) {
    const values = valuesOfShape(shape);
    return values && { text: (text, binding) => isKnown(valuesFor(values, binding), text, binding) };
  },
  value(value, binding, report) {
    if (value.isMismatch || isRecorded(value, binding)) return;
    const text = scalarTextOf(value);
    const written = text === undefined ? undefined : allowedValuesOf(value, text);
    const values = written && valuesFor(written, binding);
    if (text === undefined || values === undefined || isKnown(values, text, binding)) return;
    if (isAcceptedByService(binding, value.name, text)) return;
    const owner = value.parent?.node.type === 'array' ? labelOf(value.parent) : labelOf(value);
    const label = labelOf(value);
    checkText({ text, values, label, owner, span: value.span, quote: quoterOf(value) }, report);
  },
  concernsParameter: ({ shape }) => someChecked(shape, (part) => 'values' in part && part.values !== undefined),
  parameter(parameter, binding, report) {
    if (binding.operation?.isOutline) return;
    for (const part of checkedParameters(parameter)) {
      const { shape } = part.field;
      // `malformed-date` reports a value that is not a date at all.
      const isMalformedDate = shape.type === 'string' && shape.format === 'date' && !isDate(part.text);
      const values = isMalformedDate ? undefined : valuesOfShape(shape);
      const own = values && forVendor(values, part, binding);
      if (own === undefined || isKnown(own, part.text, binding)) continue;
      if (isAcceptedByService(binding, parameter.field.name, part.text)) continue;
      checkText({ ...checkedTextOf(part), values: own }, report);
    }
  },
};

/** Returns whether the text is a value of the set, or is read as one. */
function isKnown(values: ValueSet, text: string, { service }: Binding): boolean {
  const known = textsOfSet(values);
  if (known.has(text) || (values.isCaseless && known.has(text.toLowerCase()))) return true;
  const leniency = service?.leniency?.caseOfValues;
  // What is known to be refused was read by its case.
  if (leniency === undefined || values.provenance.kind !== 'described' || values.refusal !== undefined) return false;
  const [lower, capitals] = [text.toLowerCase(), text.toUpperCase()];
  return (
    (text === lower && known.has(capitals)) || (leniency.isAlsoLower === true && text === capitals && known.has(lower))
  );
}

interface CheckedText {
  readonly text: string;
  readonly values: ValueSet;
  readonly label: string;
  /** The element that the values belong to: the list of an item, or else the element itself. */
  readonly owner: string;
  readonly span: Span;
  readonly quote: (value: string) => string;
}

function checkText({ text, values, label, owner, span, quote }: CheckedText, report: Reporter): void {
  if (values.exempt !== undefined && expressionOf(values.exempt).test(text)) return;
  const known = listOfTexts(values);
  const foreign = values.foreign?.find(({ value }) => value === text);
  if (foreign !== undefined) {
    report({
      message:
        foreign.product === undefined
          ? `${code(text)} is not a known ${values.noun ?? `value of ${owner}`}; did you mean ${code(foreign.use)}?`
          : `${code(text)} is the name in ${foreign.product}; use ${code(foreign.use)} here.`,
      span,
      severity: 'warning',
      provenance: foreign.provenance,
      fixes: () => fixesToValues(known, foreign.use, span, quote),
    });
    return;
  }
  const unavailable = values.unavailable?.find((one) => one.values.includes(text));
  if (unavailable !== undefined) {
    const { reason, provenance } = unavailable;
    report({ message: `${code(text)} ${reason}.`, span, severity: 'warning', provenance });
    return;
  }
  const meant = nearest(text, known);
  const accepted = values.accepted?.find(({ value }) => value === text);
  const isRefused = values.refusal !== undefined && accepted === undefined;
  const severity: Severity | undefined = values.closed
    ? accepted === undefined
      ? 'error'
      : 'warning'
    : isRefused && meant !== undefined
      ? 'warning'
      : (values.unlisted ?? (meant === undefined ? undefined : 'information'));
  if (severity === undefined) return;
  const question = meant === undefined ? '' : `; did you mean ${code(meant)}?`;
  const message = values.closed
    ? `${label} must be ${known.length > 12 ? `a ${documentedOrDescribed(values.provenance)} ${values.noun ?? 'value'}` : inList(known)}${question || '.'}`
    : `${text === '' ? 'An empty string' : code(text)} is not a known ${values.noun ?? `value of ${owner}`}${question || '.'}`;
  report({
    message: withRemark(message.charAt(0).toUpperCase() + message.slice(1), accepted),
    span,
    severity,
    isRefused: isRefused && severity !== 'information',
    provenance: values.provenance,
    fixes: () => fixesToValues(known, meant, span, quote),
  });
}

function fixesToValues(
  known: readonly string[],
  meant: string | undefined,
  span: Span,
  quote: (value: string) => string,
): readonly Fix[] {
  const offered = meant !== undefined ? [meant] : known.length <= 4 ? known : [];
  return offered.flatMap((value) => changeTo(value, span, { write: quote }));
}

/** Returns the texts of a set as a list. An open set is asked about each value that it does not name. */
const listOfTexts = perObject((values: ValueSet): readonly string[] => [...textsOfSet(values)]);

/** Nearly every value is in its set. */
const textsOfSet = perObject(
  ({ values }: ValueSet): ReadonlySet<string> => new Set(values.map(({ value }) => String(value))),
);

/** Returns the values of the shape that was chosen; if it refuses the text, those of all options of the choice. */
function allowedValuesOf({ shape, declared, node }: BoundValue, text: string): ValueSet | undefined {
  const values = valuesOfShape(shape);
  if (values?.closed !== true || declared.type !== 'choice' || textsOfSet(values).has(text)) return values;
  return unitedValues(declared.options.filter(({ type }) => isTypeOf(node.type, type))) ?? values;
}

function isTypeOf(nodeType: string, type: Shape['type']): boolean {
  return nodeType === 'number' ? type === 'number' || type === 'integer' : nodeType === type;
}

/** Returns the values of a shape; of a choice, those of all options together. */
function valuesOfShape(shape: Shape): ValueSet | undefined {
  if (shape.type === 'choice') return unitedValuesOf(shape);
  return shape.type === 'string' || shape.type === 'integer' || shape.type === 'number' ? shape.values : undefined;
}

const unitedValuesOf = perObject(({ options }: ChoiceShape) => unitedValues(options));

function unitedValues(shapes: readonly Shape[]): ValueSet | undefined {
  const sets = shapes.flatMap((shape) => ('values' in shape && shape.values !== undefined ? [shape.values] : []));
  const [first, ...others] = sets;
  if (first === undefined || others.length === 0) return first;
  return { ...first, closed: sets.every(({ closed }) => closed), values: sets.flatMap(({ values }) => values) };
}

function quoterOf(value: BoundValue): (text: string) => string {
  return value.node.type === 'string' ? (text) => JSON.stringify(text) : (text) => text;
}

function checkedTextOf({ text, span, field }: BoundParameter) {
  const label = code(field.name);
  return { text, span, label, owner: label, quote: (value: string) => value };
}

/** The documents write a neutral vendor name; a request may write the real one. */
function forVendor(written: ValueSet, parameter: BoundParameter, binding: Binding): ValueSet {
  const values = valuesFor(written, binding);
  if (parameter.kind !== 'header') return values;
  const names = binding.service?.vendorNames;
  const vendor = binding.vendor ?? vendorOfValue(parameter.text, names);
  if (names === undefined || vendor === undefined || vendor === names.neutral) return values;
  return setsForVendor.of(values, [vendor], () => ({
    ...values,
    values: values.values.map((entry) => ({ ...entry, value: vendorMediaType(String(entry.value), vendor, names) })),
  }));
}

const setsForVendor = createMemo<ValueSet, ValueSet>({ most: 1_000 });
