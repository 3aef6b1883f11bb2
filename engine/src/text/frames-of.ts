/**
 * Returns the kind of an error and its stack frames, for a log. Its message is left out, since it may quote a body or a value, and so are
 * the folders of the machine.
 */
export function framesOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { name, message, stack = '' } = error;
  // The search starts behind the message, whose lines may look like frames.
  const from = message === '' ? 0 : stack.indexOf(message);
  const frames = (from < 0 ? '' : stack.slice(from === 0 ? 0 : from + message.length))
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map(withoutFolders);
  const code: unknown = 'code' in error ? error.code : undefined;
  const kind = typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code) ? `${name} ${code}` : name;
  return [kind, ...frames].join('\n');
}

/** Returns a frame with the file's name only; files of Node have no folders. */
function withoutFolders(line: string): string {
  return line
    .replace(/\((?!node:)[^()]*[\\/]([^()\\/]+:\d+:\d+)\)$/, '($1)')
    .replace(/^(\s+at (?:async )?)(?:file:\/\/)?(?:[A-Za-z]:)?[\\/].*?([^\\/]+:\d+:\d+)$/, '$1$2');
}
