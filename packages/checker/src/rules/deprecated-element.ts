import type { Binding } from '../binding/model';
import { isOlder } from '../binding/target';
import { versionFor } from '../binding/vendor-facts';
import type { Fact } from '@rulebook/catalogue/facts';
import { hasRequestLine, isRecorded } from './support/bound-values';
import type { BlockRule, Report, Reporter } from './rule';
import { code } from './support/wording';

/** Reports an operation, parameter or field that is deprecated. */
export const deprecatedElement: BlockRule = {
  id: 'deprecated-element',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports an operation, parameter or field that is deprecated.',
    why: 'It still works, but it will be removed. What only a published description calls deprecated is a hint.',
    remedy:
      'Use the replacement that the message names. If you still need the old one, write `# rulebook-ignore deprecated-element` above the line.',
  },
  within: ['deprecated-operation', 'graphql'],
  request(binding, report) {
    const { operation, request } = binding;
    reportGraphql(binding, report);
    if (operation === undefined || !isDeprecated(operation, binding) || !hasRequestLine(binding)) return;
    report({ ...findingFor('This operation', operation, binding), span: request.target.path.span });
  },
  concernsParameter: ({ deprecated }) => deprecated !== undefined,
  parameter({ field, nameSpan }, binding, report) {
    if (!isDeprecated(field, binding)) return;
    report({ ...findingFor(code(field.name), field, binding), span: nameSpan });
  },
  concerns: (_shape, field) => field?.deprecated !== undefined,
  value(value, binding, report) {
    const { field, anchor } = value;
    if (field === undefined || !isDeprecated(field, binding) || isRecorded(value, binding)) return;
    report({ ...findingFor(code(field.name), field, binding), span: anchor });
  },
};

/** A schema of GraphQL says the reason in its own words. */
function reportGraphql({ graphql }: Binding, report: Reporter): void {
  for (const { kind, message, span, element } of graphql?.schema?.problemsIn(graphql.document) ?? [])
    if (graphql?.schema && kind === 'deprecated')
      report({
        message,
        span: graphql.inBlock(span),
        severity: 'hint',
        provenance: graphql.schema.source.provenanceOf(element),
        tag: 'deprecated',
      });
}

/** An older version than the one that deprecates the element does not know what to use instead. */
function isDeprecated({ deprecated, deprecatedSince, deprecatedBy, provenance }: Fact, binding: Binding): boolean {
  if (deprecated === undefined || deprecatedSince === undefined) return deprecated !== undefined;
  return !isOlder(versionFor(deprecatedBy ?? provenance, binding), deprecatedSince);
}

function findingFor(subject: string, fact: Fact, binding: Binding): Omit<Report, 'span'> {
  const { deprecated = '', deprecatedSince, deprecatedBy, provenance } = fact;
  const version = versionFor(deprecatedBy ?? provenance, binding);
  const since = deprecatedSince === undefined || version !== undefined ? '' : ` since version ${deprecatedSince}`;
  return {
    message: `${subject} is deprecated${since}. ${deprecated}`.trimEnd(),
    // The version of the target may be an older one, and what is only described still works as before.
    severity: since === '' && provenance.kind !== 'described' ? undefined : 'hint',
    provenance: deprecatedBy ?? provenance,
    tag: 'deprecated',
  };
}
