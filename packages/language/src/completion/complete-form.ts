import { fieldOf } from '@rulebook/checker/binding/field-of';
import type { Binding } from '@rulebook/checker/binding/model';
import type { FormBody } from '@rulebook/catalogue/operation';
import type { Field } from '@rulebook/catalogue/shape';
import { namesNextTo } from './complete-head';
import type { FormCursor } from '../cursor/form-cursor';
import { offerOfField, offersOfText, type Offer } from './offer';
import { escapeSnippet } from './snippet';

/** Offers the fields of a form that it does not have yet, and the known values of a field. */
export function completeForm(cursor: FormCursor, binding: Binding | undefined): readonly Offer[] {
  const { form, operation } = binding ?? {};
  if (form === undefined || operation === undefined) return [];
  if (cursor.slot === 'value') return valueOffers(cursor, form, operation.id);
  return fieldOffers(cursor, form, operation.id, namesNextTo(cursor, form.parts));
}

/** Offers the fields of a form that has none of them yet. */
export function formStartOffers(span: FormCursor['span'], form: FormBody, operation: string): readonly Offer[] {
  if (form.mediaType === 'multipart/form-data') return [];
  const offers = fieldOffers({ kind: 'form', slot: 'name', span }, form, operation, []);
  return offers.map((offer) => ({ ...offer, automatic: 'never' }));
}

function fieldOffers(
  { slot, span, hasValue }: FormCursor,
  { shape, mediaType }: Pick<FormBody, 'shape' | 'mediaType'>,
  operation: string,
  given: readonly string[],
): readonly Offer[] {
  return shape.fields
    .filter((field) => isRepeatable(field) || !given.includes(field.name))
    .map((field) => {
      const { name } = field;
      const offer = offerOfField(
        field,
        {
          label: name,
          kind: 'parameter',
          reference: { of: 'form', operation, mediaType, name },
          span,
          rank: field.deprecated !== undefined ? 2 : field.required === true ? 0 : 1,
        },
        hasValue === true ? undefined : '=',
      );
      if (slot !== 'part') return offer;
      const newText = `Content-Disposition: form-data; name="${escapeSnippet(name)}"\n\n$1`;
      const filterText = `Content-Disposition ${name}`;
      return { ...offer, newText, filterText, isSnippet: true, triggersNext: false };
    });
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
  const offers = offersOfText(field, { of: 'form', operation, mediaType, name: field.name }, span);
  if (mediaType === 'multipart/form-data') return offers;
  return offers.map((offer) => ({ ...offer, newText: offer.label.replace(/[%&+=#\s]/g, encodeURIComponent) }));
}
