import { hasRequestLine } from './support/bound-values';
import { removeParameter } from './support/query-edits';
import type { Operation } from '@rulebook/catalogue/operation';
import type { FormPart } from '@rulebook/request-file/syntax/bodies/form-body';
import type { QueryParameter } from '@rulebook/request-file/syntax/model';
import type { TextEdit } from '@rulebook/text/edit';
import type { Binding, BoundForm } from '../binding/model';
import type { BlockRule, Reporter } from './rule';
import { code, quoted } from './support/wording';

/** Reports a query parameter that is given more than once, and so a list of a form whose items are between commas. */
export const repeatedQueryParameter: BlockRule = {
  id: 'repeated-query-parameter',
  scope: 'block',
  category: 'correctness',
  severity: 'warning',
  docs: {
    what: 'Reports a query parameter that is given more than once, and a field of a form that is described as a list between commas.',
    why: 'It is not certain which of the values the service uses.',
    remedy: 'Keep one of them; the quick fix removes the later one.',
  },
  within: ['query', 'other-body'],
  request(binding, report) {
    const { operation, form } = binding;
    if (operation === undefined || operation.isOutline) return;
    if (hasRequestLine(binding)) reportRepeatedParameters(binding, operation, report);
    if (form !== undefined) reportRepeatedFields(form, report);
  },
};

function reportRepeatedParameters({ request }: Binding, { parameters }: Operation, report: Reporter): void {
  if (request.target.query.length < 2) return;
  const first = new Map<string, QueryParameter>();
  const repeatable = new Set(parameters.query.flatMap(({ name, isRepeatable }) => (isRepeatable ? [name] : [])));
  for (const parameter of request.target.query) {
    const { name } = parameter;
    if (name.text === '' || name.text.includes('{{') || repeatable.has(name.text.replace(/\[\d*\]$/, ''))) continue;
    const earlier = first.get(name.text);
    if (earlier === undefined) first.set(name.text, parameter);
    else report(repeated('query parameter', parameter, earlier, () => removeParameter(request, parameter)));
  }
}

/** Reports a list between commas that is written as a field for each item; of other fields, it is not described how often they may be there. */
function reportRepeatedFields({ mediaType, parts, writtenForms = {} }: BoundForm, report: Reporter): void {
  if (mediaType === 'multipart/form-data') return;
  const first = new Map<string, FormPart>();
  for (const [index, part] of parts.entries()) {
    const { text } = part.name;
    if (!Object.hasOwn(writtenForms, text) || writtenForms[text]?.explode !== false) continue;
    const earlier = first.get(text);
    if (earlier === undefined) {
      first.set(text, part);
      continue;
    }
    const start = parts[index - 1]?.span.end ?? part.span.start;
    report(repeated('form field', part, earlier, () => ({ span: { start, end: part.span.end }, newText: '' })));
  }
}

function repeated(
  kind: string,
  { name }: Pick<FormPart, 'name'>,
  earlier: Pick<FormPart, 'name'>,
  remove: () => TextEdit,
): Parameters<Reporter>[0] {
  return {
    message: `The ${kind} ${code(name.text)} is given more than once.`,
    span: name.span,
    provenance: { kind: 'syntax' },
    related: [{ message: 'The first one is here.', span: earlier.name.span }],
    fixes: () => [{ title: `Remove this ${quoted(name.text)}`, edits: [remove()], isSafe: false }],
  };
}
