import type { WireRequest } from './model';
import type { CheckWire, Refusal } from './wire';

const kept = 500;
/** A longer one is not sent twice. */
const longestKey = 2000;

/**
 * Returns a check that remembers what it said of the latest requests without a body: programs ask the same again and again, and the
 * rules look at nothing but the request.
 */
export function rememberChecks(check: CheckWire): CheckWire {
  const said = new Map<string, readonly Refusal[]>();
  return (request) => {
    if (request.body !== '') return check(request);
    const key = keyOf(request);
    if (key.length > longestKey) return check(request);
    const remembered = said.get(key);
    if (remembered !== undefined) return remembered;
    const refusals = check(request);
    // The oldest goes; those still in use come back at the price of one check.
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

/** Neither a method nor a target nor a header field can hold a line feed. */
function keyOf({ method, target, headers }: WireRequest): string {
  let key = `${method}\n${target}`;
  for (const [name, value] of headers) key += `\n${name}:${value}`;
  return key;
}
