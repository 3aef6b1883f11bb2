import { isRecord } from '@rulebook/json/is-record';
import type { ReadBack } from '@rulebook/catalogue/read-back';
import { valueAt, withValueAt } from '@rulebook/checker/resource-model/shapes-in';

/** Returns a body in which those members are `null` that another one sets, and that would stay if a request only left them out. */
export function withoutStaying(body: unknown, before: unknown, { stays }: ReadBack): unknown {
  if (stays === undefined) return body;
  const [own, former] = [valueAt(body, stays.of), valueAt(before, stays.of)];
  const isSet = (value: unknown, name: string): boolean =>
    isRecord(value) && value[name] !== undefined && value[name] !== null;
  const removed = stays.members.filter((name) => isSet(former, name) && !isSet(own, name));
  if (removed.length === 0) return body;
  const nulls = Object.fromEntries(removed.map((name) => [name, null]));
  return withValueAt(isRecord(body) ? body : {}, stays.of, { ...(isRecord(own) && own), ...nulls });
}
