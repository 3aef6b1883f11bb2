/** Returns only the kind of an error and where it happened: its message may quote the document. */
export function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [error.name, ...frames].join('\n');
}
