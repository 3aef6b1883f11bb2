import type { Binding } from '../binding/model';
import { isOlder } from '../binding/target';
import { isOfOtherProduct, valuesFor } from '../binding/vendor-facts';
import type { Fact, Version } from '@rulebook/catalogue/facts';
import type { ValueSet } from '@rulebook/catalogue/values';
import { perObject } from '@rulebook/text/structures/memo';
import { hasRequestLine, isRecorded, scalarTextOf } from './support/bound-values';
import type { BlockRule } from './rule';
import { code, provenanceOf } from './support/wording';

/** Reports an element that the version of the target does not know yet, or no longer. */
export const unsupportedVersion: BlockRule = {
  id: 'unsupported-version',
  scope: 'block',
  category: 'correctness',
  severity: 'information',
  docs: {
    what: 'Reports a field, value or operation that is newer than the target version, or removed in it.',
    why: 'The target does not know the element and may refuse the request. If no version is known, nothing is reported; the hover shows since which version an element exists.',
    remedy:
      'Remove the element, or correct the version: `# @target 8.15` above the request, or `version` in the endpoint.',
  },
  concernsRequest: (operation) => operation?.since !== undefined || operation?.removed !== undefined,
  request(binding, report) {
    const { operation, request } = binding;
    const message = operation && messageFor(operation.title, operation, versionIn(binding, operation));
    if (operation === undefined || message === undefined || !hasRequestLine(binding)) return;
    report({ message, span: request.target.path.span, provenance: operation.provenance });
  },
  concernsParameter: ({ since, removed }) => since !== undefined || removed !== undefined,
  parameter({ field, nameSpan }, binding, report) {
    const message = messageFor(field.name, field, versionIn(binding, field));
    if (message !== undefined) report({ message, span: nameSpan, provenance: field.provenance });
  },
  concerns: (shape, field) =>
    field?.since !== undefined ||
    field?.removed !== undefined ||
    (shape.type === 'string' &&
      (shape.values?.variesAs !== undefined || shape.values?.values.some(({ since }) => since !== undefined) === true)),
  passes: ({ type }, field) => ({
    node: (_node, { version }) =>
      version === undefined || (type !== 'string' && field?.since === undefined && field?.removed === undefined),
  }),
  value(value, binding, report) {
    const { version } = binding;
    if (version === undefined || isRecorded(value, binding)) return;
    const { field, shape } = value;
    const message = field && messageFor(field.name, field, versionIn(binding, field));
    if (field !== undefined && message !== undefined)
      report({ message, span: value.anchor, provenance: field.provenance, ...standingOf(field) });
    const set = shape.type === 'string' && !value.isMismatch ? shape.values : undefined;
    const values = set && valuesFor(set, binding);
    const text = values === undefined ? undefined : scalarTextOf(value);
    const known = text === undefined || values === undefined ? undefined : entriesByText(values).get(text);
    const isCounted = values !== set || (values !== undefined && !isOfOtherProduct(values.provenance, binding));
    const ofValue = known && isCounted ? messageFor(String(known.value), known, version) : undefined;
    if (ofValue === undefined) return;
    report({
      message: ofValue,
      span: value.span,
      provenance: known?.provenance ?? values?.provenance ?? provenanceOf(value, binding),
    });
  },
};

const entriesByText = perObject(({ values }: ValueSet) => {
  const found = new Map<string, ValueSet['values'][number]>();
  for (const entry of values) if (!found.has(String(entry.value))) found.set(String(entry.value), entry);
  return found;
});

/** The versions of the documents' product say nothing about another one: it may have taken the element over at any time. */
function versionIn(binding: Binding, { provenance }: Fact): Version | undefined {
  return isOfOtherProduct(provenance, binding) ? undefined : binding.version;
}

/** What a server is known to refuse is more than information. */
function standingOf({ provenance }: Fact): { readonly severity?: 'warning' } {
  return provenance.kind === 'reference' && provenance.isRefused ? { severity: 'warning' } : {};
}

/** Returns undefined if the version knows the element, and if it is not known itself. */
function messageFor(
  name: string,
  { since, removed }: Pick<Fact, 'since' | 'removed'>,
  version: Version | undefined,
): string | undefined {
  if (version === undefined) return undefined;
  if (since !== undefined && isOlder(version, since))
    return `${code(name)} requires version ${since} or later; the target is ${version}.`;
  if (removed === undefined || isOlder(version, removed)) return undefined;
  return `${code(name)} was removed in version ${removed}; the target is ${version}.`;
}
