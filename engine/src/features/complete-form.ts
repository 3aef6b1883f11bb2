import { fieldOf } from '../binding/field-of';
import type { Binding } from '../binding/model';
import type { FormBody } from '../catalogue/operation';
import type { Field } from '../catalogue/shape';
import { textOffers } from './complete-head';
import { briefOf } from './describe';
import type { ElementReference } from './element';
import type { FormCursor } from './form-cursor';
import type { Offer } from './offer';
import { escapeSnippet } from './snippet';

/** Offers the fields of a form that it does not have yet, and the known values of a field. */
export function completeForm(cursor: FormCursor, binding: Binding | undefined): readonly Offer[] {
  const { form, operation } = binding ?? {};
  if (form === undefined || operation === undefined) return [];
  if (cursor.slot === 'value') return valueOffers(cursor, form, operation.id);
  const given = form.parts.filter(({ name }) => name.span.start !== cursor.span.start).map(({ name }) => name.text);
  return fieldOffers(cursor, form, operation.id, given);
}

/** Offers the fields of a form that has none of them yet. */
export function formStartOffers(span: FormCursor['span'], form: FormBody, operation: string): readonly Offer[] {
  if (form.mediaType === 'multipart/form-data') return [];
  const cursor: FormCursor = { kind: 'form', slot: 'name', span, hasValue: false };
  return fieldOffers(cursor, form, operation, []).map((offer) => ({ ...offer, automatic: 'never' }));
}

function fieldOffers(
  { slot, span, hasValue = false }: FormCursor,
  { shape, mediaType }: Pick<FormBody, 'shape' | 'mediaType'>,
  operation: string,
  given: readonly string[],
): readonly Offer[] {
  return shape.fields
    .filter((field) => isRepeatable(field) || !given.includes(field.name))
    .map((field) => ({
      label: field.name,
      kind: 'parameter',
      reference: { of: 'form', operation, mediaType, name: field.name },
      span,
      newText:
        slot === 'part'
          ? `Content-Disposition: form-data; name="${escapeSnippet(field.name)}"\n\n$1`
          : hasValue
            ? field.name
            : `${field.name}=`,
      isSnippet: slot === 'part',
      ...(slot === 'part' && { filterText: `Content-Disposition ${field.name}` }),
      detail: briefOf(field),
      rank: field.deprecated !== undefined ? 2 : field.required === true ? 0 : 1,
      isDeprecated: field.deprecated !== undefined,
      triggersNext: slot === 'name' && !hasValue,
    }));
}

function isRepeatable({ shape }: Field): boolean {
  return shape.type === 'array' || (shape.type === 'choice' && shape.options.some(({ type }) => type === 'array'));
}

function valueOffers(
  { span, name = '' }: FormCursor,
  { shape, mediaType }: Pick<FormBody, 'shape' | 'mediaType'>,
  operation: string,
): readonly Offer[] {
  const field = fieldOf(shape, name) ?? fieldOf(shape, name.replace(/\[.*$/s, ''));
  if (field === undefined) return [];
  return textOffers(field).map(({ text, detail, rank }): Offer => {
    const reference: ElementReference = { of: 'form', operation, mediaType, name: field.name, value: text };
    const newText = mediaType === 'multipart/form-data' ? text : text.replace(/[%&+=#\s]/g, encodeURIComponent);
    return { label: text, kind: 'value', reference, span, newText, detail, rank };
  });
}
