import type { Operation, ResponseSpec } from '@rulebook/catalogue/operation';
import { csvOf } from './csv';
import { isJson, plainType } from './media-types';
import type { Refused } from './refuse';
import { xmlOf } from './xml';

/** Returns the body that a response of a media type has: of another type than JSON, a text, or undefined for none. */
export function bodyOfType(
  type: string,
  value: unknown,
  operation: Operation,
  { xml }: Pick<ResponseSpec, 'xml'>,
): { readonly value: unknown } | { readonly refused: Refused } {
  if (isJson(type) || value === undefined || typeof value === 'string') {
    const shown = isJson(type) ? undefined : exampleOf(operation, type);
    return { value: isJson(type) ? value : (shown ?? value) };
  }
  const plain = plainType(type);
  const csv = /\bcsv$/.test(plain) ? csvOf(value) : undefined;
  const document = /[/+]xml$/.test(plain) && xml !== undefined ? xmlOf(value, xml) : undefined;
  const text = csv ?? document ?? exampleOf(operation, type);
  if (text !== undefined) return { value: text };
  // It has no words for the value in this form, and another form would be a lie.
  if (!/^text\/plain$|\*/.test(plain)) {
    const message = `The sandbox has no ${plain} for this response: no example is described, and how to write it is not or not simple. It has it as JSON.`;
    return { refused: { status: 501, message } };
  }
  return { value };
}

/** Returns the text that the description shows of a successful response in a media type. */
function exampleOf({ examples = [] }: Operation, type: string): string | undefined {
  for (const { status = 0, mediaType, body } of examples) {
    const isShown =
      status >= 200 && status < 300 && mediaType !== undefined && plainType(mediaType) === plainType(type);
    if (isShown && body !== undefined && 'text' in body) return body.text;
  }
  return undefined;
}
