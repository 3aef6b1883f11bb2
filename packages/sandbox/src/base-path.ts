import type { Service } from '@rulebook/catalogue/service';
import { perObject } from '@rulebook/text/structures/memo';
import type { WireRequest } from './model';
import { readCall } from './wire';

/** The paths of a description's servers, such as `/v2`, the longest first. */
const basePathsOf = perObject(({ baseUrls = [], relativeUrls = [] }: Service): readonly string[] => {
  const ofUrls = baseUrls.map((url) => /^[a-z]+:\/\/[^/]+(\/[^?#]*?)\/?$/i.exec(url)?.[1] ?? '');
  const paths = [...ofUrls, ...relativeUrls].filter((path) => path.length > 1);
  return [...new Set(paths)].sort((one, other) => other.length - one.length);
});

/** Returns a target without the path of the description's servers, below which a client may call the paths. */
export function withoutBasePath({ method, target }: Pick<WireRequest, 'method' | 'target'>, service: Service): string {
  const isCalled = (path: string): boolean =>
    readCall({ method, target: path, headers: [], body: '' }, service).match.kind === 'operation';
  const shorter = basePathsOf(service).flatMap((base) => {
    if (!target.startsWith(base)) return [];
    const rest = target.slice(base.length);
    if (rest === '' || rest.startsWith('?')) return [`/${rest}`];
    return rest.startsWith('/') ? [rest] : [];
  });
  const [longestBase] = shorter;
  if (longestBase === undefined) return target;
  // A path of the description may begin as that of a server.
  return shorter.find(isCalled) ?? (isCalled(target) ? target : longestBase);
}
