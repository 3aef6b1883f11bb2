import type { FormBody, RequestBody } from '@rulebook/catalogue/operation';
import { readForm, readMultipart, type FormPart } from '@rulebook/request-file/syntax/bodies/form-body';
import type { RequestSyntax } from '@rulebook/request-file/syntax/model';
import { fieldOf, shapeOfKey } from './field-of';
import { headerOf, type BoundForm, type BoundParameter } from './model';

/** Relates the fields of a form to the description of the body; undefined if the request sends no form that is described. */
export function bindForm(text: string, { headers, body }: FormRequest, described: RequestBody): BoundForm | undefined {
  if (body?.kind !== 'text' || described.forms === undefined) return undefined;
  const form = sentForm({ headers }, described);
  if (form === undefined) return undefined;
  const mediaType = headerOf({ headers }, 'Content-Type')?.value.text ?? '';
  const isMultipart = form.mediaType === 'multipart/form-data';
  const parts = isMultipart ? readMultipart(text, body.span, mediaType) : readForm(text, body.span);
  const kind = isMultipart ? 'part' : 'form';
  const bound: BoundParameter[] = [];
  const unknown: FormPart[] = [];
  for (const part of parts) {
    // A list or an object may be written as `name[]=a` or `name[key]=a`, whose form is not described.
    const name = part.name.text.replace(/\[.*$/s, '');
    const field = fieldOf(form.shape, part.name.text) ?? fieldOf(form.shape, name);
    if (field !== undefined) {
      const isPart = field.name === name && name !== part.name.text;
      bound.push(parameterOf(kind, field, part, isPart || isInOtherStyle(form, field.name)));
    } else if (form.shape.isOpen !== true && shapeOfKey(form.shape, name) === undefined) unknown.push(part);
  }
  const { shape, writtenForms } = form;
  return { mediaType: form.mediaType, shape, writtenForms, span: body.span, parts, bound, unknown };
}

/** Returns the description of the form that a request with these header fields sends; undefined if it sends none. */
export function sentForm(request: Pick<RequestSyntax, 'headers'>, { forms }: RequestBody): FormBody | undefined {
  const mediaType = headerOf(request, 'Content-Type')?.value.text ?? '';
  return forms?.find((one) => isSent(one, mediaType));
}

type FormRequest = Pick<RequestSyntax, 'headers' | 'body'>;

/** Without a media type, a text is probably a form where the description knows only this one. */
function isSent({ mediaType }: FormBody, sent: string): boolean {
  if (sent === '') return mediaType === 'application/x-www-form-urlencoded';
  return sent.trim().toLowerCase().startsWith(mediaType);
}

/** Returns whether the items of a list are separated by something else than commas, which is not read. */
function isInOtherStyle({ writtenForms = {} }: FormBody, name: string): boolean {
  const { style = 'form' } = (Object.hasOwn(writtenForms, name) ? writtenForms[name] : undefined) ?? {};
  return style.endsWith('Delimited');
}

function parameterOf(
  kind: BoundParameter['kind'],
  field: BoundParameter['field'],
  { name, value, hasPlaceholder }: FormPart,
  isUnread: boolean,
): BoundParameter {
  return {
    kind,
    field,
    nameSpan: name.span,
    span: value?.span ?? { start: name.span.end, end: name.span.end },
    text: value?.text ?? '',
    hasValue: value !== undefined,
    hasPlaceholder: hasPlaceholder || isUnread,
  };
}
