import { isRecord } from '@rulebook/json/is-record';
import { stepOfName, stepStarts } from '@rulebook/description/near-target';
import { selectPaths } from '@rulebook/json/select-paths';
import { pointerStep } from '@rulebook/text/pointer';
import { valueAtPath } from './value-offers';
import type { Draft } from './written';

/** So many places of a description are looked at, and so many steps offered. */
const mostPlaces = 50;
const mostOffers = 400;

/** Returns the JSONPaths that go on from what is typed, by what the description has there. */
export function offeredTargets(typed: string, description: unknown): readonly Draft[] {
  const base = baseOf(typed);
  const places = base === '$' ? [[]] : pathsOf(description, base);
  const offers = new Map<string, Draft>();
  for (const path of places.slice(0, mostPlaces)) {
    const value = valueAtPath(description, path.map(String));
    if (Array.isArray(value)) for (const one of offersOfList(base, value)) offers.set(one.label, one);
    else if (isRecord(value))
      for (const key of Object.keys(value)) {
        const label = `${base}${stepOfName(key)}`;
        offers.set(label, { label, detail: kindOf(value[key]) });
      }
    if (offers.size > mostOffers) break;
  }
  return [...offers.values()].slice(0, mostOffers);
}

/** Returns the places of a description that a JSONPath selects, as JSON pointers with `#` in front. */
export function selectedPointers(path: string, description: unknown): readonly string[] {
  return pathsOf(description, path).map((steps) => `#${steps.map((step) => pointerStep(String(step))).join('')}`);
}

function pathsOf(description: unknown, path: string): readonly (readonly (string | number)[])[] {
  const found = selectPaths(description, path, 10_000);
  return 'failure' in found ? [] : found.paths;
}

/** Returns the part of a JSONPath up to its last step, which is being typed. */
function baseOf(typed: string): string {
  const base = typed.slice(0, stepStarts(typed).at(-1) ?? 0);
  return base.startsWith('$') ? base : '$';
}

function offersOfList(base: string, list: readonly unknown[]): readonly Draft[] {
  const named = list.flatMap((one) => {
    const name = isRecord(one) ? one['name'] : undefined;
    return typeof name === 'string' ? [{ label: `${base}[?@.name == ${quoted(name)}]`, detail: 'by its name' }] : [];
  });
  return [{ label: `${base}[*]`, detail: 'all items' }, ...named];
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return isRecord(value) ? 'object' : typeof value;
}
