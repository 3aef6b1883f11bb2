import { objectShapeOf, type Binding, type BoundForm, type BoundValue } from '../binding/model';
import type { Field } from '@rulebook/catalogue/shape';
import type { RequestTarget } from '@rulebook/request-file/syntax/model';
import { absentFieldsOf, hasRequestLine, isRecorded } from './support/bound-values';
import { insertMember, skeletonOf } from './support/json-edits';
import { holdsVariable } from '@rulebook/request-file/syntax/parse-target';
import { shownQueryName } from './support/query-edits';
import type { BlockRule, Fix, Reporter } from './rule';
import { requiredFieldsOf } from '../binding/required-fields';
import { reportRequiredHeaders } from './support/missing-headers';
import { misplacementOf } from './support/misplaced';
import { code, quoted, subjectOf } from './support/wording';

/** Reports an object that lacks a required field. */
export const requiredField: BlockRule = {
  id: 'required-field',
  scope: 'block',
  category: 'correctness',
  severity: 'error',
  findsMissing: true,
  docs: {
    what: 'Reports an object that lacks a required field, a request line that lacks a required query parameter, and a request that lacks a required header field. A field that the endpoint adds, such as its credential, is not missing.',
    why: 'The service refuses a request without a required field, query parameter or header field.',
    remedy: 'Add the field or the parameter; the quick fix inserts it, a field with an example value.',
  },
  request(binding, report) {
    reportMissingParameters(binding, report);
    reportRequiredHeaders(binding, report);
    const { form, block } = binding;
    // A variable in a name may be any field.
    if (form === undefined || (block.isSent !== true && form.parts.some(({ name }) => isOpen(name.text)))) return;
    for (const field of form.shape.fields) {
      if (field.required !== true || form.bound.some((part) => part.field.name === field.name)) continue;
      const { start } = form.span;
      report({
        message: `The form lacks the required field ${code(field.name)}.`,
        span: form.parts[0]?.name.span ?? { start, end: start },
        provenance: field.provenance,
        lacks: [field.name],
        fixes: () => (form.mediaType === 'multipart/form-data' ? [] : [addToForm(field.name, form, block.text)]),
      });
    }
  },
  concerns: (shape) => shape.type === 'object' && shape.fields.some(({ required }) => required),
  value(value, binding, report) {
    if (isRecorded(value, binding)) return;
    for (const field of absentFieldsOf(value, binding, requiredFieldsOf)) {
      if (field.required === undefined || field.required === false) continue;
      // A field under the name of something else is reported as that.
      if (isMeant(value, field)) continue;
      // A description can announce the end of a field and still require it.
      if (field.deprecated !== undefined && field.provenance.kind === 'described') continue;
      const weaker = field.required === true ? undefined : field.required;
      const subject = value.parent === undefined && value.name === '' ? 'The request body' : subjectOf(value);
      report({
        message: weaker?.message ?? `${subject} lacks the required field ${code(field.name)}.`,
        span: value.anchor,
        severity: weaker?.severity,
        provenance: weaker?.provenance ?? field.provenance,
        lacks: [field.name, ...(field.aliases ?? [])],
        fixes: () => [
          {
            title: `Add ${quoted(field.name)}`,
            edits: [insertMember(binding.block.text, value.node, field.name, skeletonOf(field, value.node))],
            isSafe: false,
            isUnfinished: true,
          },
        ],
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
  const { query, path } = request.target;
  // A variable in a name may be any parameter, or several.
  if (block.isSent !== true && (query.some(({ name }) => isOpen(name.text)) || holdsVariable(path.text))) return;
  for (const field of operation.parameters.query) {
    if (field.required !== true || field.deprecated !== undefined) continue;
    if (!hasParameter(binding, field)) reportMissingParameter(field, request.target, report);
  }
}

function hasParameter({ query }: Binding, { name }: Field): boolean {
  return query.some(({ field }) => field.name === name);
}

function reportMissingParameter(field: Field, { query, path }: RequestTarget, report: Reporter): void {
  const end = query.at(-1)?.span.end ?? path.span.end;
  report({
    message: `The request lacks the required query parameter ${code(field.name)}.`,
    span: path.span,
    provenance: field.provenance,
    lacks: [field.name, ...(field.aliases ?? [])].map(shownQueryName),
    fixes: () => [
      {
        title: `Add ${quoted(field.name)}`,
        edits: [{ span: { start: end, end }, newText: `${query.length === 0 ? '?' : '&'}${field.name}=` }],
        isSafe: false,
        isUnfinished: true,
      },
    ],
  });
}

function addToForm(name: string, { span, parts }: BoundForm, text: string): Fix {
  const last = parts[parts.length - 1];
  const end = last?.span.end ?? span.end;
  const lead = last === undefined || text[end - 1] === '&' ? '' : '&';
  return {
    title: `Add ${quoted(name)}`,
    edits: [{ span: { start: end, end }, newText: `${lead}${name}=` }],
    isSafe: false,
    isUnfinished: true,
  };
}
