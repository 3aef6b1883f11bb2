import type { Catalogue } from './model';

/**
 * Returns a question about paths: whether one takes a body of one JSON value a line. Only the words behind the last parameter are compared,
 * for what stands before them may be the path of an endpoint.
 */
export function linePathsOf({ services }: Catalogue): (path: string) => boolean {
  const operations = services.flatMap((service) => service.operations);
  const ends = new Set(operations.filter(takesLines).map(({ path }) => /[^{}]*$/.exec(path)?.[0] ?? path));
  const endings = [...ends].map((end) => (end.startsWith('/') ? end : `/${end}`));
  return (path) => {
    const whole = path.startsWith('/') ? path : `/${path}`;
    return endings.some((ending) => whole.endsWith(ending));
  };
}

function takesLines({ body, takesLines }: Catalogue['services'][number]['operations'][number]): boolean {
  return takesLines === true || body?.actions !== undefined;
}
