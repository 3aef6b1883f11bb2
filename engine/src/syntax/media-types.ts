/**
 * Returns whether lines that begin with a number sign are content under this media type, as in Markdown and YAML. Under all others they are
 * comments until the body begins.
 */
export function keepsNumberSigns(mediaType: string): boolean {
  return /^\s*(?:text\/(?!\S*json)|multipart\/|application\/(?:\S*[+.-])?yaml)/i.test(mediaType);
}

/** Returns whether requests with this method hardly ever have a body. */
export function isBodiless(method: string): boolean {
  return /^(?:GET|HEAD|DELETE|OPTIONS|TRACE|CONNECT)$/i.test(method);
}
