import { itemsAt, membersAt, type Place } from '../place';
import { isReference } from '../references';
import type { Reading } from '../reading';
import { hasOwnKeywords } from './parts';

/** A condition with more parts than this is not checked. */
const maxParts = 500;
const deepest = 30;

/** Returns a schema with what it refers to in the place of each reference; undefined if that has no end, or is too much. */
export function withoutReferences(reading: Reading, schema: Place): unknown {
  let left = maxParts;
  const copy = (place: Place, open: readonly unknown[]): unknown => {
    const { value } = place;
    if (--left < 0 || open.length > deepest) throw new Unending();
    if (typeof value !== 'object' || value === null) return value;
    if (open.includes(value)) throw new Unending();
    const inner = [...open, value];
    if (Array.isArray(value)) return itemsAt(place).map((item) => copy(item, inner));
    const copied = (members: readonly Place[]): unknown =>
      Object.fromEntries(members.map((member): readonly [string, unknown] => [member.key, copy(member, inner)]));
    if (!isReference(value)) return copied(membersAt(place));
    const target = reading.references.resolved(place);
    if (target === undefined) throw new Unending();
    const referred = copy(target, inner);
    if (!hasOwnKeywords(reading, place)) return referred;
    return { allOf: [referred, copied(membersAt(place).filter(({ key }) => key !== '$ref'))] };
  };
  try {
    return copy(schema, []);
  } catch (error) {
    if (error instanceof Unending) return undefined;
    throw error;
  }
}

class Unending extends Error {}
