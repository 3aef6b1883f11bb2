/** Returns the parts of a path between its slashes. */
export function pathWords(path: string): readonly string[] {
  return path.split('/').filter((word) => word !== '');
}

/** Returns a path with all parameters alike: descriptions name one parameter in several ways. */
export function pathForm(path: string): string {
  return `/${pathWords(path)
    .map((word) => word.replace(/\{[^{}]*\}/g, '{}'))
    .join('/')}`;
}

/** Returns the name of the parameter that a part of a path is; undefined for a fixed word. */
export function parameterIn(word: string | undefined): string | undefined {
  return /^\{([^{}]*)\}(?:\.\w+)?$/.exec(word ?? '')?.[1];
}
