import { originIn } from './origins';

/** A description with the base URLs that it names. */
export interface OfferedDescription<Id> {
  readonly id: Id;
  readonly baseUrls: readonly string[];
}

/** A line of a request that goes to a server of a description. */
export interface MatchingRequest<Id> {
  readonly line: number;
  readonly id: Id;
  readonly baseUrl: string;
}

const requestLine = /^[ \t]*(?:(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+)?((?:https?:\/\/|\{\{)[^\s]+)/i;
/** A file with more lines is not looked at further. */
const maxLines = 5000;

/** Returns for each description the first request of a file that goes to one of its servers. `filled` gives variables their values. */
export function matchingRequests<Id>(
  text: string,
  descriptions: readonly OfferedDescription<Id>[],
  filled: (written: string) => string,
): readonly MatchingRequest<Id>[] {
  const wanted = new Set(descriptions);
  const found: MatchingRequest<Id>[] = [];
  for (const [line, source] of text.split(/\r?\n/, maxLines).entries()) {
    if (wanted.size === 0) break;
    const written = requestLine.exec(source)?.[1];
    const url = written?.includes('{{') === true ? filled(written) : written;
    const origin = url === undefined ? undefined : originIn(url);
    if (url === undefined || origin === undefined) continue;
    for (const one of wanted) {
      // Of several servers at one host, the one whose path the request has.
      const atHost = one.baseUrls.filter((baseUrl) => originIn(baseUrl) === origin);
      const path = pathOf(url);
      const named = atHost.find((base) => `${path}/`.startsWith(`${pathOf(base)}/`)) ?? atHost[0];
      if (named === undefined) continue;
      wanted.delete(one);
      // `localhost` and `127.0.0.1` are written in one way only, so that of the request holds.
      found.push({ line, id: one.id, baseUrl: url.slice(0, url.length - restOf(url).length) + pathOf(named) });
    }
  }
  return found;
}

function restOf(url: string): string {
  return url.replace(/^[a-z]+:\/\/[^/?#]*/i, '');
}

/** Without a slash at its end. */
function pathOf(url: string): string {
  const [path = ''] = restOf(url).split(/[?#]/, 1);
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
