import type { WireRequest, WireResponse } from '@rulebook/sandbox/model';
import { readJson } from '@rulebook/sandbox/wire';
import type { Edition } from './edition';

/** What products that were made from an older server call types of errors, by what newer servers call them. */
const olderTypes: ReadonlyMap<string, string> = new Map([
  ['document_parsing_exception', 'mapper_parsing_exception'],
  ['x_content_parse_exception', 'json_parse_exception'],
]);

/** Returns the response with the types of errors that the played product names. */
export function inWordsOf({ product }: Edition, request: WireRequest, response: WireResponse): WireResponse {
  if (product === undefined || !(response.status >= 400 || /[/_](?:bulk|mget|msearch)\b/.test(request.target)))
    return response;
  if (![...olderTypes.keys()].some((type) => response.body.includes(`"${type}"`))) return response;
  const json = readJson(response.body);
  return json === undefined ? response : { ...response, body: JSON.stringify(renamed(json.value, false)) };
}

/** Returns a value with the types of errors renamed; `isError` says whether it is inside of an error. */
function renamed(value: unknown, isError: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, isError));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (isError && name === 'type' && typeof member === 'string') return [name, olderTypes.get(member) ?? member];
      // What a document holds is not an answer of the server.
      return [name, name === '_source' || name === 'fields' ? member : renamed(member, isError || name === 'error')];
    }),
  );
}
