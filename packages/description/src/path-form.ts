/** Returns a path in which the names of parameters do not matter. */
export function formOfPath(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}
