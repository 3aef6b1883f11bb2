/** Where the end of a target that is read is. */
export interface TargetState {
  readonly kind: 'start' | 'authority' | 'path' | 'query';
  /** Nothing is in front of it in the host. */
  readonly isAtStartOfHost: boolean;
  /** The path so far is slashes alone. */
  readonly isFirstOfPath: boolean;
  readonly isInFragment: boolean;
  /** The parameter so far is blank. */
  readonly isFieldBlank: boolean;
  /** The parameter so far has its `=`. */
  readonly isInValue: boolean;
}

/** Reads a target piece by piece, each character once. */
interface TargetReader {
  readonly add: (piece: string) => void;
  readonly state: () => TargetState;
  /** Where the path is in what was added. */
  readonly path: () => { readonly start: number; readonly end: number };
}

/** Creates what reads a target: a URL with its scheme, or a path. */
export function createTargetReader(): TargetReader {
  let length = 0;
  let kind: 'blank' | 'scheme' | 'colon' | 'slash' | 'authority' | 'path' | 'query' = 'blank';
  let isAtStartOfHost = true;
  let isFirstOfPath = true;
  let isInFragment = false;
  let isFieldBlank = true;
  let isInValue = false;
  let [pathStart, pathEnd] = [0, 0];
  const readInRest = (character: string) => {
    if (kind === 'authority') {
      if (!'/\\?#'.includes(character)) {
        isAtStartOfHost = character === '@';
        return;
      }
      kind = 'path';
      isFirstOfPath = true;
      pathStart = length;
    }
    if (kind === 'path') {
      pathEnd = length;
      if (character === '?' || character === '#') kind = 'query';
      else {
        pathEnd++;
        isFirstOfPath &&= character === '/';
      }
    }
    isInFragment ||= character === '#';
    // A further question mark belongs to its parameter.
    if (character === '&' || (character === '?' && pathEnd === length)) {
      isFieldBlank = true;
      isInValue = false;
    } else {
      isFieldBlank &&= character.trim() === '';
      isInValue ||= character === '=';
    }
  };
  const read = (character: string) => {
    const next = behindScheme(kind, character);
    if (next === undefined) {
      // What has no scheme is a path, from its blanks on.
      if (kind !== 'authority' && kind !== 'query') kind = 'path';
      readInRest(character);
      return;
    }
    kind = next;
    isFirstOfPath &&= kind === 'authority';
    pathEnd = length + 1;
    if (kind === 'authority') [pathStart, pathEnd] = [length + 1, length + 1];
  };
  return {
    add: (piece) => {
      for (const character of piece.split('')) {
        read(character);
        length++;
      }
    },
    state: () => ({
      kind: kind === 'blank' ? 'start' : kind === 'authority' || kind === 'query' ? kind : 'path',
      ...{ isAtStartOfHost, isFirstOfPath, isInFragment, isFieldBlank, isInValue },
    }),
    path: () => ({ start: pathStart, end: kind === 'blank' ? pathStart : pathEnd }),
  };
}

/** Returns what a character in front of a host makes of what is in front of it; undefined where it belongs to no scheme. */
function behindScheme(
  kind: 'blank' | 'scheme' | 'colon' | 'slash' | 'authority' | 'path' | 'query',
  character: string,
): 'blank' | 'scheme' | 'colon' | 'slash' | 'authority' | undefined {
  const isSlash = character === '/' || character === '\\';
  switch (kind) {
    case 'blank':
      if (/\s/.test(character)) return 'blank';
      return /[a-z]/i.test(character) ? 'scheme' : undefined;
    case 'scheme':
      if (character === ':') return 'colon';
      return /[a-z0-9+.-]/i.test(character) ? 'scheme' : undefined;
    case 'colon':
      return isSlash ? 'slash' : undefined;
    case 'slash':
      return isSlash ? 'authority' : undefined;
    default:
      return undefined;
  }
}
