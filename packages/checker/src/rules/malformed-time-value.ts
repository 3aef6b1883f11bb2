import type { TimeUnits } from '@rulebook/catalogue/service';
import { isRecorded } from './support/bound-values';
import type { FormattedText } from './support/formats';
import { formattedParameter, hasFormat, formattedValue } from './support/formats';
import { changeTo } from './support/change-to';
import type { BlockRule, FindingProvenance, Fix, Reporter } from './rule';
import { code, inList, provenanceOf, typeProvenanceOf } from './support/wording';

/** Reports a duration that is not a whole number with a unit. */
export const malformedTimeValue: BlockRule = {
  id: 'malformed-time-value',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a duration that is not a whole number with a unit.',
    why: 'The service expects a duration such as `7d` and refuses other values.',
    remedy: 'Write a whole number and a unit, for example `1d`, `12h` or `30m`.',
  },
  concerns: (shape) => shape.type === 'string' && shape.format === 'time-value',
  passes: () => ({ text: (text, { service }) => isUsual(text, service?.timeUnits) }),
  value(value, binding, report) {
    const formatted = isRecorded(value, binding) ? undefined : formattedValue(value, 'time-value');
    if (formatted !== undefined)
      checkTimeValue(formatted, provenanceOf(value, binding), binding.service?.timeUnits, report, JSON.stringify);
  },
  concernsParameter: (field) => hasFormat(field, 'time-value'),
  parameter(parameter, binding, report) {
    const formatted = binding.operation?.isOutline ? undefined : formattedParameter(parameter, 'time-value');
    if (formatted !== undefined)
      checkTimeValue(formatted, typeProvenanceOf(parameter.field), binding.service?.timeUnits, report);
  },
};

/** Returns whether a text is digits and one of the units. */
function isUsual(text: string, units: TimeUnits | undefined): boolean {
  const digits = /^\d+(?=[a-z]+$)/.exec(text)?.[0];
  return (
    digits !== undefined && (units === undefined || units.units.some(({ name }) => name === text.slice(digits.length)))
  );
}

function checkTimeValue(
  { text, span }: FormattedText,
  provenance: FindingProvenance,
  units: TimeUnits | undefined,
  report: Reporter,
  write: (text: string) => string = (plain) => plain,
): void {
  const fixes = (): readonly Fix[] => (units === undefined ? [] : changeTo(meantBy(text, units), span, { write }));
  const [, amount, unit] = /^(-?\d+)\s*([a-zA-Z]*)$/.exec(text.trim()) ?? [];
  if (amount !== undefined && unit === '' && units?.unitless.includes(amount)) return;
  if (amount === undefined && !/^\s*\d/.test(text)) {
    const subject = text.trim() === '' ? 'An empty string' : code(text);
    const isRefused = units?.provenance.kind === 'reference' && units.provenance.isRefused;
    report({ message: `${subject} is not a time value such as ${code('1d')}.`, span, provenance, isRefused, fixes });
    return;
  }
  // Units are case-insensitive, except that `M` is not a minute. Minutes must not be followed by whitespace.
  const meant = unit === 'M' || (unit === 'm' && /\s$/.test(text)) ? undefined : unit?.toLowerCase();
  // The document does not list the units; they are known from the reference layer only.
  if (units === undefined || units.units.some(({ name }) => name === meant && !amount?.startsWith('-'))) return;
  const names = inList(units.units.map(({ name }) => name));
  report({
    message: `${code(text)} is not a whole number with a known unit: ${names}.`,
    span,
    provenance: units.provenance,
    fixes,
  });
}

/** Units as words and as ISO 8601 has them, and what they are in a unit of servers. */
const words: readonly (readonly [pattern: RegExp, unit: string, factor: number])[] = [
  [/^(?:w|wk|weeks?)$/, 'd', 7],
  [/^days?$/, 'd', 1],
  [/^(?:hr|hrs|hours?)$/, 'h', 1],
  [/^(?:min|mins|minutes?)$/, 'm', 1],
  [/^(?:sec|secs|seconds?)$/, 's', 1],
  [/^(?:msec|msecs|millis|milliseconds?)$/, 'ms', 1],
];

/** Returns the time value for one in words, such as `1 day`, or in the form of ISO 8601, such as `PT30M`. */
function meantBy(text: string, { units }: TimeUnits): string | undefined {
  const [, days, hours, minutes, seconds] = /^P(?:(\d+)D|T(?:(\d+)H|(\d+)M|(\d+)S))$/.exec(text.trim()) ?? [];
  const [, amount, word = ''] = /^(\d{1,9})\s*([a-zA-Z]+)$/.exec(text.trim()) ?? [];
  const [, unit, factor] = words.find(([pattern]) => pattern.test(word.toLowerCase())) ?? [];
  const found =
    amount !== undefined && unit !== undefined && factor !== undefined
      ? ([String(Number(amount) * factor), unit] as const)
      : ([days ?? hours ?? minutes ?? seconds, days ? 'd' : hours ? 'h' : minutes ? 'm' : 's'] as const);
  return found[0] !== undefined && units.some(({ name }) => name === found[1]) ? found.join('') : undefined;
}
