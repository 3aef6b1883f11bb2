import type { WireRequest } from './model';
import type { CheckWire, Refusal } from './wire';

const kept = 500;
/** Requests with longer keys are not cached. */
const longestKey = 2000;

/**
 * Returns a check that caches its results for the latest requests without a body. Programs repeat such requests, and the rules depend on
 * the request alone.
 */
export function rememberChecks(check: CheckWire): CheckWire {
  const said = new Map<string, readonly Refusal[]>();
  return (request) => {
    if (request.body !== '') return check(request);
    const key = checkKeyOf(request);
    if (key.length > longestKey) return check(request);
    const remembered = said.get(key);
    if (remembered !== undefined) return remembered;
    const refusals = check(request);
    // The oldest entry is removed; if it is still in use, it costs one more check.
    if (said.size >= kept) {
      for (const oldest of said.keys()) {
        said.delete(oldest);
        break;
      }
    }
    said.set(key, refusals);
    return refusals;
  };
}

/** Returns a unique key. Line feeds separate its parts, since methods, targets and header fields cannot contain them. */
function checkKeyOf({ method, target, headers }: WireRequest): string {
  let key = `${method}\n${target}`;
  for (const [name, value] of headers) key += `\n${name}:${value}`;
  return key;
}
