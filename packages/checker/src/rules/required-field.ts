import { objectShapeOf, type Binding, type BoundForm, type BoundValue } from '../binding/model';
import type { Field } from '@rulebook/catalogue/shape';
import type { RequestTarget } from '@rulebook/request-file/syntax/model';
import { absentFieldsOf, hasRequestLine, isRecorded } from './support/bound-values';
import { insertMembers, skeletonOf } from './support/json-edits';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { shownQueryName } from './support/query-edits';
import type { BlockRule, Reporter } from './rule';
import type { TextEdit } from '@rulebook/text/edit';
import { requiredFieldsOf } from '../binding/required-fields';
import {
  needsParameters,
  reportRequiredCookies,
  reportRequiredHeaders,
  requiredParameters,
} from './support/missing-headers';
import { misplacementOf } from './support/misplaced';
import { missingReport } from './support/missing-part';
import { subjectOf } from './support/wording';

/** Reports an object that lacks a required field. */
export const requiredField: BlockRule = {
  id: 'required-field',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  findsMissing: true,
  docs: {
    what: 'Reports an object that lacks required fields, a request line that lacks required query parameters, and a request that lacks required header fields or cookies. What one object or request lacks is one finding. A field that the endpoint adds, such as its credential, is not missing, and a cookie is not where an earlier response may have set it.',
    why: 'The service refuses a request without a required field, query parameter, header field or cookie.',
    remedy:
      'Add what is missing. The first quick fix adds all of it, each further one a single part; a field gets an example value.',
  },
  concernsRequest: (operation) =>
    operation !== undefined && (needsParameters(operation) || operation.body?.forms !== undefined),
  request(binding, report) {
    reportMissingParameters(binding, report);
    reportRequiredHeaders(binding, report);
    reportRequiredCookies(binding, report);
    const { form, block } = binding;
    // A variable in a name may be any field.
    if (form === undefined || (block.isSent !== true && form.parts.some(({ name }) => isOpen(name.text)))) return;
    for (const field of form.shape.fields) {
      if (field.required !== true || form.bound.some((part) => part.field.name === field.name)) continue;
      const { start } = form.span;
      report({
        ...missingReport({
          subject: 'The form',
          kind: 'field',
          name: field.name,
          add: (names) => (form.mediaType === 'multipart/form-data' ? [] : addToForm(names, form, block.text)),
        }),
        span: form.parts[0]?.name.span ?? { start, end: start },
        provenance: field.provenance,
        lacks: [field.name],
      });
    }
  },
  concerns: (shape) => shape.type === 'object' && shape.fields.some(({ required }) => required),
  passes: (shape) => (shape.type === 'object' ? { having: requiredFieldsOf(shape) } : undefined),
  value(value, binding, report) {
    if (isRecorded(value, binding)) return;
    const absent = absentFieldsOf(value, binding, requiredFieldsOf);
    const jsonOf = (name: string): string => {
      const field = absent.find((one) => one.name === name);
      return field === undefined ? 'null' : skeletonOf(field, value.node);
    };
    for (const field of absent) {
      if (field.required === undefined || field.required === false) continue;
      // A field under the name of something else is reported as that.
      if (isMeant(value, field)) continue;
      // A description can announce the end of a field and still require it.
      if (field.deprecated !== undefined && field.provenance.kind === 'described') continue;
      const weaker = field.required === true ? undefined : field.required;
      const subject = value.parent === undefined && value.name === '' ? 'The request body' : subjectOf(value);
      const { missing, ...one } = missingReport({
        subject,
        kind: 'field',
        name: field.name,
        add: (names) => [
          insertMembers(
            binding.block.text,
            value.node,
            names.map((name) => [name, jsonOf(name)]),
          ),
        ],
      });
      report({
        ...one,
        // A sentence of its own says more than that the field is missing.
        ...(weaker?.message === undefined ? { missing } : { message: weaker.message }),
        span: value.anchor,
        severity: weaker?.severity,
        provenance: weaker?.provenance ?? field.provenance,
        lacks: [field.name, ...(field.aliases ?? [])],
      });
    }
  },
};

/** Returns whether a name is still to be written, or holds a variable. */
function isOpen(name: string): boolean {
  return name === '' || holdsVariable(name);
}

/** Returns whether another member should have the name of the field. */
function isMeant(value: BoundValue, { name }: Field): boolean {
  const shape = objectShapeOf(value);
  return value.members.some((member) => {
    const fix = shape && misplacementOf(value, shape, member)?.fix;
    return fix?.kind === 'rename' && fix.to === name;
  });
}

/** Reports query parameters that the operation needs and the request line lacks. */
function reportMissingParameters(binding: Binding, report: Reporter): void {
  const { operation, request, block } = binding;
  if (operation === undefined || operation.isOutline || !hasRequestLine(binding)) return;
  const { query: required } = requiredParameters(operation);
  if (required.length === 0) return;
  const { query, path } = request.target;
  // A variable in a name may be any parameter, or several.
  if (block.isSent !== true && (query.some(({ name }) => isOpen(name.text)) || holdsVariable(path.text))) return;
  for (const field of required)
    if (!hasParameter(binding, field)) reportMissingParameter(field, request.target, report);
}

function hasParameter({ query }: Binding, { name }: Field): boolean {
  return query.some(({ field }) => field.name === name);
}

function reportMissingParameter(field: Field, { query, path }: RequestTarget, report: Reporter): void {
  const end = query.at(-1)?.span.end ?? path.span.end;
  report({
    ...missingReport({
      subject: 'The request',
      kind: 'query parameter',
      name: field.name,
      add: (names) => [
        {
          span: { start: end, end },
          newText: `${query.length === 0 ? '?' : '&'}${names.map((name) => `${name}=`).join('&')}`,
        },
      ],
    }),
    span: path.span,
    provenance: field.provenance,
    lacks: [field.name, ...(field.aliases ?? [])].map(shownQueryName),
  });
}

function addToForm(names: readonly string[], { span, parts }: BoundForm, text: string): readonly TextEdit[] {
  const last = parts[parts.length - 1];
  const end = last?.span.end ?? span.end;
  const lead = last === undefined || text[end - 1] === '&' ? '' : '&';
  return [{ span: { start: end, end }, newText: `${lead}${names.map((name) => `${name}=`).join('&')}` }];
}
