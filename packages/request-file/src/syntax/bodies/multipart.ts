/** Returns the boundary that a media type names. */
export function boundaryOf(mediaType: string): string | undefined {
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(mediaType);
  return boundary?.[1] ?? boundary?.[2];
}

/** Returns what keeps a multipart body from being read by its boundary, or undefined when nothing does. */
export function multipartProblem(body: string, mediaType: string): string | undefined {
  const name = boundaryOf(mediaType);
  if (name === undefined) return 'The `Content-Type` of a multipart body must name its boundary. Add `; boundary=…`.';
  if (name.includes('{{')) return undefined;
  const lines = body.split(/\r?\n/).map((line) => line.trimEnd());
  if (!lines.includes(`--${name}`)) {
    return `The boundary of the \`Content-Type\` does not occur in the body. Begin each part with the line \`--${name}\`.`;
  }
  if (lines.includes(`--${name}--`)) return undefined;
  return `The closing boundary is missing. End the body with the line \`--${name}--\`.`;
}
