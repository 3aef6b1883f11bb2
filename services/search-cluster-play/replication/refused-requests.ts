import { isRecord } from '@rulebook/json/is-record';
import type { ClusterCall } from '../cluster/call';
import { isAboutBody, type KindOfRefusal } from '../cluster/responses';
import { problem, type Problem } from '../indices/problem';
import { readJson, type Refusal } from '@rulebook/sandbox/wire';

const badRequest = (type: string): KindOfRefusal => ({ status: 400, type });
const invalid = badRequest('action_request_validation_exception');
const unreadable = badRequest('x_content_parse_exception');

/** Rules about values that servers read and then find invalid. */
const rulesOfValidity: ReadonlySet<string> = new Set([
  'number-range',
  'required-field',
  'unsuitable-text',
  'item-count',
]);

/** Rules about a name in the path. */
const rulesOfNames: ReadonlySet<string> = new Set(['unsuitable-text', 'length-limit']);

/** The largest number that servers read for a parameter. */
const largest = 2 ** 31 - 1;

/** Returns how servers refuse the body of a request: what they cannot read comes before what is invalid. */
function kindForBody({ request }: ClusterCall, refusals: readonly Refusal[]): KindOfRefusal | undefined {
  // Without any body, no parser is asked.
  if (request.body !== '' && request.body.trim() === '') return unreadable;
  const inBody = refusals.filter(isAboutBody);
  const read = readJson(request.body);
  if (inBody.length === 0 || read === undefined) return undefined;
  const { value } = read;
  const isTooLarge = isRecord(value) && Object.values(value).some((one) => typeof one === 'number' && one > largest);
  return !isTooLarge && inBody.every(({ rule }) => rulesOfValidity.has(rule)) ? invalid : unreadable;
}

/** Returns why a body of blanks is refused where none is needed. */
export function refuseBlank({ request }: ClusterCall): Problem | undefined {
  const isBlank = request.body !== '' && request.body.trim() === '';
  return isBlank ? problem('The body must be an object.', unreadable) : undefined;
}

/** Returns the same, with the type for a name in the path. */
const orForName =
  (type: KindOfRefusal) =>
  (call: ClusterCall, refusals: readonly Refusal[]): KindOfRefusal | undefined =>
    kindForBody(call, refusals) ?? (rulesOfNames.has(refusals[0]?.rule ?? '') ? type : undefined);

/** How servers refuse requests for replication, by the id of their operation. */
export const replicationRefusals = {
  'search-cluster.follower.follow': orForName(badRequest('invalid_index_name_exception')),
  'search-cluster.follower.resume': kindForBody,
  'search-cluster.auto-follow.put': orForName(invalid),
};
