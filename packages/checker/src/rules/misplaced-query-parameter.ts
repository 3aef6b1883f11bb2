import type { Binding, BoundParameter } from '../binding/model';
import { behavesSo } from '../binding/vendor-facts';
import { decodedTextOf } from './support/parameter-text';
import type { QueryRelation } from '@rulebook/catalogue/operation';
import type { QueryParameter } from '@rulebook/request-file/syntax/model';
import { hasRequestLine } from './support/bound-values';
import { changeTo } from './support/change-to';
import { removeParameter } from './support/query-edits';
import type { BlockRule, Reporter } from './rule';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { expressionOf } from '@rulebook/text/expressions';
import { quoted } from './support/wording';

/** Reports a query parameter that belongs to another operation. */
export const misplacedQueryParameter: BlockRule = {
  id: 'misplaced-query-parameter',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a query parameter that is documented for another operation, that lacks another parameter which it needs, or that excludes one.',
    why: 'Operations that return lists use different paging parameters. A parameter of another list has no effect here. The service refuses parameters that contradict each other.',
    remedy: 'Use the parameter that the message names, add the missing one, or remove one of two.',
  },
  within: ['query'],
  request(binding, report) {
    const { operation, request, unknownQuery } = binding;
    for (const relation of operation?.queryRelations ?? []) reportRelation(binding, relation, report);
    if (operation?.misplacedQuery === undefined || !hasRequestLine(binding)) return;
    for (const parameter of unknownQuery) {
      const note = operation.misplacedQuery.find(({ name }) => name === parameter.name.text);
      if (note === undefined) continue;
      const { use } = note;
      report({
        message: note.message,
        span: parameter.name.span,
        severity: note.severity,
        provenance: note.provenance,
        fixes: () => {
          const fits = use !== undefined && fitsInto(use, parameter, binding);
          const fixes = changeTo(fits ? use : undefined, parameter.name.span);
          const edits = [removeParameter(request, parameter)];
          return [...fixes, { title: `Remove ${quoted(parameter.name.text)}`, edits, isSafe: false }];
        },
      });
    }
  },
};

/** Reports a query parameter without another one that it needs, or with one that it excludes. */
function reportRelation(binding: Binding, relation: QueryRelation, report: Reporter): void {
  const { requires, excludes, message, severity, provenance, behaviour, isWithout, isNeedless } = relation;
  const written = parameterIn(binding, relation);
  if (written === undefined || (behaviour && behavesSo(behaviour, binding) !== (isWithout !== true))) return;
  // A variable may stand for a further parameter.
  const mayHaveMore = binding.request.target.query.some(({ name }) => holdsVariable(name.text));
  if (requires && (mayHaveMore || parameterIn(binding, requires))) return;
  if (excludes && !parameterIn(binding, excludes)) return;
  const { request } = binding;
  const { start } = written.nameSpan;
  const parameter = request.target.query.find(({ name }) => name.span.start === start);
  report({
    message,
    span: written.nameSpan,
    severity,
    provenance,
    // What lacks another one may only have to get that.
    ...(parameter &&
      behaviour !== undefined && {
        fixes: () => [
          {
            title: `Remove ${quoted(parameter.name.text)}`,
            edits: [removeParameter(request, parameter)],
            isSafe: isNeedless === true,
          },
        ],
      }),
  });
}

/** Returns the parameter of that name whose value is one of the pattern's; with a variable, it may be. */
function parameterIn(
  { query }: Binding,
  { name, pattern = '' }: Pick<QueryRelation, 'name' | 'pattern'>,
): BoundParameter | undefined {
  return query.find((parameter) => {
    if (parameter.field.name !== name) return false;
    return parameter.hasPlaceholder || expressionOf(pattern, '').test(decodedTextOf(parameter));
  });
}

/** Returns whether the value fits the other parameter: it is not yet used, and takes a value of this type. */
function fitsInto(use: string, { value, hasPlaceholder }: QueryParameter, { operation, request }: Binding): boolean {
  if (request.target.query.some(({ name }) => name.text === use)) return false;
  const field = operation?.parameters.query.find(({ name }) => name === use);
  return hasPlaceholder || field?.shape.type !== 'integer' || /^\d+$/.test(value?.text ?? '');
}
