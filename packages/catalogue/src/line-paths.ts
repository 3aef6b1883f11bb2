import type { Operation } from './operation';
import type { Service } from './service';

/** Returns a function that says whether a path of the services takes newline-delimited JSON. */
export function linePathsOf(services: readonly Pick<Service, 'operations'>[]): (path: string) => boolean {
  return endingsIn(lineEndingsOf(services));
}

/**
 * Returns how the paths of the services that take newline-delimited JSON end. Only the words behind the last parameter count, because the
 * words before them may belong to the path of an endpoint.
 */
export function lineEndingsOf(services: readonly Pick<Service, 'operations'>[]): readonly string[] {
  const operations = services.flatMap((service) => service.operations);
  const [ofLines, others] = [operations.filter(isOfLines), operations.filter(isOfOneValue)];
  const ends = new Set(ofLines.filter(({ provenance }) => provenance.kind !== 'described').map(endOf));
  // What a description says of its own path must not change how another path is read.
  const described = ofLines.filter(({ provenance }) => provenance.kind === 'described').map(endOf);
  for (const end of described) if (end !== '/' && !others.some(({ path }) => path.endsWith(end))) ends.add(end);
  return [...ends];
}

/** Returns a function that says whether a path has one of the endings. */
export function endingsIn(endings: readonly string[]): (path: string) => boolean {
  const byLastWord = new Map<string, string[]>();
  for (const ending of endings) {
    const word = lastWordOf(ending);
    byLastWord.set(word, [...(byLastWord.get(word) ?? []), ending]);
  }
  return (path) => {
    // Servers ignore a slash at the end.
    const whole = path.endsWith('/') ? path.slice(0, -1) : path;
    const begun = whole.startsWith('/') ? whole : `/${whole}`;
    return byLastWord.get(lastWordOf(begun))?.some((ending) => begun.endsWith(ending)) === true;
  };
}

function lastWordOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the words behind the last parameter. */
function endOf({ path }: Operation): string {
  const end = /[^{}]*$/.exec(path)?.[0] ?? path;
  return end.startsWith('/') ? end : `/${end}`;
}

function isOfOneValue(operation: Operation): boolean {
  return !isOfLines(operation) && operation.methods.some((method) => method !== 'GET' && method !== 'HEAD');
}

/** Returns whether the body of an operation is newline-delimited JSON. A described one says so without being read. */
export function isOfLines(operation: Operation): boolean {
  if (operation.takesLines !== undefined) return operation.takesLines;
  if (operation.provenance.kind === 'described') return false;
  return operation.body?.actions !== undefined || operation.body?.lines !== undefined;
}
