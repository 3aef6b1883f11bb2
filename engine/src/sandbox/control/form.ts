import { isRecord } from '../wire';

/** Returns where a JSON value has not the form it should have, or undefined when it has. `at` is a path such as `host/hooks/1`. */
export type Form = (value: unknown, at: string) => string | undefined;

/** Forms by member: a type that gets another member asks for its form here. */
export type FormsOf<Type> = { readonly [Member in keyof Type]-?: Form };

export const isText: Form = (value, at) => (typeof value === 'string' ? undefined : `${at} is no text`);
export const isFlag: Form = (value, at) => (typeof value === 'boolean' ? undefined : `${at} is neither true nor false`);
export const isWhole: Form = (value, at) => (Number.isSafeInteger(value) ? undefined : `${at} is no whole number`);
export const isNumber: Form = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : `${at} is no number`;
export const isPresent: Form = (value, at) => (value === undefined ? `${at} is missing` : undefined);
export const isObject: Form = (value, at) => (isRecord(value) ? undefined : `${at} is no object`);

/** Accepts one of some values. */
export function oneOf(...values: readonly unknown[]): Form {
  return (value, at) => (values.includes(value) ? undefined : `${at} is not ${values.map(String).join(' or ')}`);
}

/** Accepts what one of the forms accepts; says what the last one says. */
export function either(...forms: readonly Form[]): Form {
  return (value, at) => {
    let problem: string | undefined;
    for (const form of forms) {
      problem = form(value, at);
      if (problem === undefined) return undefined;
    }
    return problem;
  };
}

/** Accepts a member that is not there, too. */
export function optional(form: Form): Form {
  return (value, at) => (value === undefined ? undefined : form(value, at));
}

/** Accepts a list whose items have the form. */
export function listOf(form: Form): Form {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} is no list`;
    return first(value, (item, index) => form(item, `${at}/${index}`));
  };
}

/** Accepts an object whose members, whatever their names, have the form. */
export function mapOf(form: Form): Form {
  return (value, at) => {
    if (!isRecord(value)) return `${at} is no object`;
    return first(Object.entries(value), ([name, member]) => form(member, `${at}/${name}`));
  };
}

/** Accepts an object with these members; others are left alone. */
export function objectOf<Type>(forms: FormsOf<Type>): Form {
  const entries = Object.entries(forms) as [string, Form][];
  return (value, at) => {
    if (!isRecord(value)) return `${at} is no object`;
    return first(entries, ([name, form]) =>
      form(Object.hasOwn(value, name) ? value[name] : undefined, at === '' ? name : `${at}/${name}`),
    );
  };
}

function first<Item>(items: readonly Item[], problemOf: (item: Item, index: number) => string | undefined) {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
