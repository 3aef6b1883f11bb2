/**
 * Returns the kind of an error and its stack frames, for a log. Its message is left out, since it may quote a body or a value, and so are
 * the folders of the machine and of the build.
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

/** Returns a frame with the names of functions and files; files of Node have no folders. */
function withoutFolders(line: string): string {
  const [, isAsync = '', frame = ''] = /^\s+at (async )?(.*)$/.exec(line) ?? [];
  // The first parenthesis: a path may hold further ones.
  const [, name = '', place = frame] = /^(.*?) \((.*)\)$/.exec(frame) ?? [];
  const where = shortPlace(place);
  // A bundler names the function around a module by its path.
  const what = name.replace(/[^\s[]*[\\/]/g, '');
  return `    at ${isAsync}${what === '' ? where : `${what} (${where})`}`;
}

/** Returns a place in the code with the name of its file. */
function shortPlace(place: string): string {
  if (/^(?:node:[\w/-]+:\d+:\d+|index \d+|native)$/.test(place)) return place;
  const withoutQuery = place.replace(/\?.*(?=:\d+:\d+$)/, '');
  return /[^\\/:(), ][^\\/:(),]*:\d+:\d+$/.exec(withoutQuery)?.[0] ?? '<anonymous>';
}
