import { isRecord } from '@rulebook/json/is-record';
import type { Collection } from '@rulebook/catalogue/resource-model';
import type { Field, Shape } from '@rulebook/catalogue/shape';
import { itemFormOf } from '@rulebook/checker/resource-model/places';
import { objectIn } from '@rulebook/checker/resource-model/shapes-in';
import { perObject } from '@rulebook/text/structures/memo';
import { namesSent } from './items';

const stateNames = /^(?:status|state|phase)$/i;
const runningWords =
  /^(?:pending|queued|waiting|accepted|scheduled|new|starting|started|creating|provisioning|in[-_ ]?progress|running|processing)$/i;
const doneWords = /^(?:succeeded|success|successful|completed?|done|finished|ready|active|available)$/i;

/** A member that says how far something is, and what it says of that. */
interface StateMember {
  readonly name: string;
  readonly running: string;
  readonly done: string;
}

/** Returns the member of an item that says whether it is done, where the description lists a word for both. */
const stateIn = perObject((shape: Shape): StateMember | undefined => {
  for (const field of objectIn(shape)?.fields ?? []) {
    if (!stateNames.test(field.name)) continue;
    const words = wordsOfField(field);
    const running = words.find((word) => runningWords.test(word));
    const done = words.find((word) => doneWords.test(word));
    if (running !== undefined && done !== undefined) return { name: field.name, running, done };
  }
  return undefined;
});

function wordsOfField({ shape }: Field): readonly string[] {
  const texts = shape.type === 'choice' ? shape.options : [shape];
  return texts.flatMap((one) =>
    one.type === 'string' ? (one.values?.values.map(({ value }) => String(value)) ?? []) : [],
  );
}

/** A member that callers can send says what they want it to say. */
function stateOf(collection: Collection): StateMember | undefined {
  const { shape } = itemFormOf(collection);
  const state = shape && stateIn(shape);
  return state === undefined || namesSent(collection).has(state.name) ? undefined : state;
}

/** Returns a new item as one that is not done yet, where it can say so; the item itself otherwise. */
export function begun(item: unknown, collection: Collection): unknown {
  const state = stateOf(collection);
  return state === undefined || !isRecord(item) ? item : { ...item, [state.name]: state.running };
}

/** Returns an item that is done by the time it is read; undefined for one that is not running. */
export function ended(item: unknown, collection: Collection): unknown {
  const state = stateOf(collection);
  if (state === undefined || !isRecord(item) || item[state.name] !== state.running) return undefined;
  return { ...item, [state.name]: state.done };
}
