import { valueAtPath } from '../../json/select-nodes';
import type { PrivateUse } from '../private/private-sources';

/** A value that a script has kept for a variable. */
export interface KeptValue {
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
  readonly set: (name: string, value: KeptValue) => void;
  readonly clear: (name: string) => void;
  readonly entries: () => ReadonlyMap<string, KeptValue>;
  /** Returns the text of a variable, or of a member of its value: `user.name`; undefined where no script of this file has kept one. */
  readonly resolve: (variable: string) => string | undefined;
  /** Returns the value that a variable takes its text from. */
  readonly valueOf: (variable: string) => KeptValue | undefined;
}

/** The number of values that are kept; the oldest go first. */
const maxValues = 10_000;

/**
 * Creates an empty collection for a file. What its scripts keep also goes into the shared one, from which scripts of other files read it;
 * their placeholders take it from there only where nothing else gives the variable a value.
 */
export function createKeptValues(shared?: KeptValues): KeptValues {
  const values = new Map<string, KeptValue>();
  const placeOf = (variable: string) => {
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
      values.delete(name);
      values.set(name, value);
      const [oldest] = values.keys();
      if (values.size > maxValues && oldest !== undefined) values.delete(oldest);
      shared?.set(name, value);
    },
    clear: (name) => {
      values.delete(name);
      shared?.clear(name);
    },
    entries: () => (shared === undefined ? values : new Map([...shared.entries(), ...values])),
    resolve: (variable) => placeOf(variable)?.text,
    valueOf: (variable) => placeOf(variable)?.value,
  };
}
