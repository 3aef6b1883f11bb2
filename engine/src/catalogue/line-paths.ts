import type { Catalogue } from './service';

/**
 * Returns a function that says whether a path takes newline-delimited JSON. It compares only the words behind the last parameter, because
 * the words before them may belong to the path of an endpoint.
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
  return takesLines === true || body?.actions !== undefined || body?.lines !== undefined;
}
