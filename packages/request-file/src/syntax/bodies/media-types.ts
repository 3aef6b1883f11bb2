/**
 * Returns whether a line that begins with a number sign is content of this media type, as in Markdown and YAML. For all other types, such
 * lines in front of the body are comments.
 */
export function keepsNumberSigns(mediaType: string): boolean {
  return mediaType !== '' && /^\s*(?:text\/(?!\S*json)|multipart\/|application\/(?:\S*[+.-])?yaml)/i.test(mediaType);
}

/** A request line with such a method. */
export const bodilessLine = /^(?:GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)(?:[ \t]|$)/i;

/** Returns whether requests with this method usually have no body. */
export function isBodiless(method: string): boolean {
  return /^(?:GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/i.test(method);
}

/** The first line of a GraphQL document, which a JSON media type does not keep from being one. */
export const graphqlStart = /^\s*(?:query|mutation|subscription)(?:\s+[_A-Za-z]\w*)?\s*[({]/;

/** Returns whether a header field says that the body is a GraphQL document. */
export function isGraphqlField(name: string, value: string): boolean {
  return /^x-request-type$/i.test(name.trim()) && /^graphql$/i.test(value.trim());
}
