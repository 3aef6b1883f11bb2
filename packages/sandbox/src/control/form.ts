import { isRecord } from '@rulebook/json/is-record';

/** Checks the form of a JSON value; returns what is wrong, with its path, or undefined. `at` is a path such as `host/hooks/1`. */
export type Form = (value: unknown, at: string) => string | undefined;

/** Forms by member; the compiler requires one for each member of the type. */
type FormsOf<Type> = { readonly [Member in keyof Type]-?: Form };

export const isText: Form = (value, at) => (typeof value === 'string' ? undefined : `${at} must be a string`);
export const isFlag: Form = (value, at) => (typeof value === 'boolean' ? undefined : `${at} must be true or false`);
export const isWhole: Form = (value, at) => (Number.isSafeInteger(value) ? undefined : `${at} must be a whole number`);
export const isNumber: Form = (value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : `${at} must be a number`;
export const isPresent: Form = (value, at) => (value === undefined ? `${at} is missing` : undefined);
export const isObject: Form = (value, at) => (isRecord(value) ? undefined : `${at} must be an object`);

/** Accepts one of some values. */
export function oneOf(...values: readonly unknown[]): Form {
  return (value, at) => (values.includes(value) ? undefined : `${at} must be ${values.map(String).join(' or ')}`);
}

/** Accepts what one of the forms accepts; otherwise returns the problem of the last one. */
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

/** Also accepts a missing member. */
export function optional(form: Form): Form {
  return (value, at) => (value === undefined ? undefined : form(value, at));
}

/** Accepts a list whose items have the form. */
export function listForm(form: Form): Form {
  return (value, at) => {
    if (!Array.isArray(value)) return `${at} must be a list`;
    return first(value, (item, index) => form(item, `${at}/${index}`));
  };
}

/** Accepts an object whose members, whatever their names, have the form. */
export function mapOf(form: Form): Form {
  return (value, at) => {
    if (!isRecord(value)) return `${at} must be an object`;
    return first(Object.entries(value), ([name, member]) => form(member, `${at}/${name}`));
  };
}

/** Accepts an object with these members; other members are ignored. */
export function objectWith<Type>(forms: FormsOf<Type>): Form {
  const entries = Object.entries(forms) as [string, Form][];
  return (value, at) => {
    if (!isRecord(value)) return `${at} must be an object`;
    return first(entries, ([name, form]) =>
      form(Object.hasOwn(value, name) ? value[name] : undefined, at === '' ? name : `${at}/${name}`),
    );
  };
}

/** Accepts an object with these members and no others. */
export function only<Type>(forms: FormsOf<Type>): Form {
  const names = Object.keys(forms);
  return (value, at) => {
    const problem = objectWith<Type>(forms)(value, at);
    if (problem !== undefined) return problem;
    const other = Object.keys(value as object).find((name) => !names.includes(name));
    return other === undefined
      ? undefined
      : `${at === '' ? other : `${at}/${other}`} is not a known member; use ${names.join(', ')}`;
  };
}

function first<Item>(items: readonly Item[], problemOf: (item: Item, index: number) => string | undefined) {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
