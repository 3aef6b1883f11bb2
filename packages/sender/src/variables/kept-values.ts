import { valueAtPath } from '@rulebook/json/select-nodes';
import { referenceOf } from '../plan/request-reference';
import { keyOfSource, type PrivateUse } from '../private/private-sources';

/** A value that a script has kept for a variable. */
interface KeptValue {
  readonly json: string;
  /** What a placeholder becomes. */
  readonly text: string;
  /** The private values that the script had read before, which decide where the value may go. */
  readonly uses: readonly PrivateUse[];
  /** It must not be shown. */
  readonly isSecret: boolean;
}

/** What scripts have kept, in memory only. */
export interface KeptValues {
  /** Returns a value that is kept here, or by the scripts of other files. */
  readonly get: (name: string) => KeptValue | undefined;
  /** Returns false where all values together would be too long, or the name is not one of a variable; nothing is kept then. */
  readonly set: (name: string, value: KeptValue) => boolean;
  readonly clear: (name: string) => void;
  readonly entries: () => ReadonlyMap<string, KeptValue>;
  /** Returns the text of a variable, or of a member of its value: `user.name`; undefined where no script of this file has kept one. */
  readonly resolve: (variable: string) => string | undefined;
  /** Returns the value that a variable takes its text from. */
  readonly valueOf: (variable: string) => KeptValue | undefined;
  /** Remembers which private values a script has read: from then on, everything that it does may show them. */
  readonly carry: (uses: readonly PrivateUse[]) => void;
  /** Returns what scripts of this file have read, without the values. */
  readonly carried: () => readonly PrivateUse[];
  /** Returns what scripts of other files have read, which have kept values in the same collection. */
  readonly carriedElsewhere: () => readonly PrivateUse[];
}

/** Returns whether a script may give a value to a name. System variables and what requests have sent and received are not its own. */
export function isKeepable(name: string): boolean {
  return !/^\s*\$/.test(name) && !/^\s*[\w-]+\s*\.\s*(?:request|response)\s*(?:[.[]|$)/.test(name);
}

/** The number of values that are kept; the oldest go first. */
const maxValues = 10_000;
/** In characters, of all values and their names: twice what one script keeps, and still small enough to be handed to the next one. */
const maxLength = 16_000_000;

/**
 * Creates an empty collection for a file. What its scripts keep also goes into the shared one, from which scripts of other files read it;
 * their placeholders take it from there only where nothing else gives the variable a value.
 */
export function createKeptValues(shared?: KeptValues): KeptValues {
  const values = new Map<string, KeptValue>();
  const carried = new Map<string, PrivateUse>();
  let length = 0;
  const remove = (name: string) => {
    length -= lengthOf(name, values.get(name));
    values.delete(name);
  };
  const placeOf = (variable: string) => {
    if (referenceOf(variable) !== undefined) return undefined;
    // Other values than those that scripts keep are not there either.
    const name = variable.trim().replace(/^\$global\./, '');
    const whole = values.get(name);
    if (whole !== undefined) return { value: whole, text: whole.text };
    const [, first = '', path = ''] = /^([\w$-]+)([.[].*)$/s.exec(name) ?? [];
    const value = first === '' ? undefined : values.get(first);
    if (value === undefined || !/^[[{]/.test(value.json)) return undefined;
    const text = valueAtPath(value.json, `$${path}`);
    return text === undefined ? undefined : { value, text };
  };
  return {
    get: (name) => values.get(name) ?? shared?.get(name),
    set: (name, value) => {
      const added = lengthOf(name, value) - lengthOf(name, values.get(name));
      if (!isKeepable(name) || length + added > maxLength || shared?.set(name, value) === false) return false;
      remove(name);
      values.set(name, value);
      length += lengthOf(name, value);
      const [oldest] = values.keys();
      if (values.size > maxValues && oldest !== undefined) remove(oldest);
      return true;
    },
    clear: (name) => {
      remove(name);
      shared?.clear(name);
    },
    entries: () => (shared === undefined ? values : new Map([...shared.entries(), ...values])),
    resolve: (variable) => placeOf(variable)?.text,
    valueOf: (variable) => placeOf(variable)?.value,
    carry: (uses) => {
      // The values themselves are of no use from here on.
      for (const { value: _value, ...use } of uses) carried.set(keyOfSource(use.source), { ...use, isCarried: true });
      shared?.carry(uses);
    },
    carried: () => [...carried.values()],
    carriedElsewhere: () => (shared?.carried() ?? []).filter(({ source }) => !carried.has(keyOfSource(source))),
  };
}

function lengthOf(name: string, value: KeptValue | undefined): number {
  return value === undefined ? 0 : name.length + value.json.length;
}
