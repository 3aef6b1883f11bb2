import type { RequestBody } from '@rulebook/catalogue/operation';
import { perObject } from '@rulebook/text/structures/memo';
import { headerOf, type Binding } from '../../binding/model';
import { productOf } from '../../binding/vendor-facts';

/** Returns the types of bodies that an operation names; undefined if it names none, or if one stands for others. */
export const namedTypes = perObject(({ mediaTypes = [], forms = [] }: RequestBody): readonly string[] | undefined => {
  const named = [...new Set([...mediaTypes, ...forms.map(({ mediaType }) => mediaType)])].map(
    (type) => type.split(';')[0]?.trim().toLowerCase() ?? '',
  );
  return mediaTypes.length === 0 || named.some((type) => type.includes('*') || type === '') ? undefined : named;
});

/** Returns whether the type of the body may be one that the operation does not take: it is not written as one of those that it takes. */
export function isUnlistedType(binding: Binding): boolean {
  const { operation, request, service } = binding;
  if (request.body === undefined || operation?.body === undefined) return false;
  const accepted = namedTypes(operation.body) ?? service?.bodyMediaTypes?.types;
  if (accepted === undefined) return false;
  const written = headerOf(request, 'content-type')?.value.text;
  if (written === undefined || !accepted.includes(written)) return true;
  return productOf(binding)?.unreadBodies?.words.some((word) => written.includes(word)) === true;
}
