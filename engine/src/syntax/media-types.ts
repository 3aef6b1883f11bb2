/**
 * Returns whether a line that begins with a number sign is content of this media type, as in Markdown and YAML. For all other types, such
 * lines in front of the body are comments.
 */
export function keepsNumberSigns(mediaType: string): boolean {
  return /^\s*(?:text\/(?!\S*json)|multipart\/|application\/(?:\S*[+.-])?yaml)/i.test(mediaType);
}

/** Returns whether requests with this method usually have no body. */
export function isBodiless(method: string): boolean {
  return /^(?:GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/i.test(method);
}
