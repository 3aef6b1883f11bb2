import { isRecord } from '@rulebook/json/is-record';
import type { Field } from '@rulebook/catalogue/shape';
import { replicaCount, retentionLeasePeriod } from '@rulebook/search-cluster/facts/indices/index-settings';
import { timeValueMilliseconds } from '../cluster/time-value';
import { ownValue } from '@rulebook/sandbox/wire';

type Settings = Readonly<Record<string, unknown>>;

const prefix = 'index.';

/** Returns settings by their full dotted names, as they are stored: `{ "index": { "a": 1 } }`, `index.a` and `a` are the same. */
export function flattenSettings(settings: Settings): Settings {
  const flat = new Map<string, unknown>();
  const collect = (value: Settings, path: string): void => {
    for (const [key, member] of Object.entries(value)) {
      const name = path === '' ? key : `${path}.${key}`;
      if (isRecord(member)) collect(member, name);
      else flat.set(name.startsWith(prefix) ? name : `${prefix}${name}`, asText(member));
    }
  };
  collect(settings, '');
  return Object.fromEntries(flat);
}

/** Returns settings as nested objects, as responses have them. */
export function nestSettings(settings: Settings): Settings {
  const root = new Map<string, unknown>();
  for (const [name, value] of Object.entries(settings)) {
    const words = name.split('.');
    let level = root;
    for (const word of words.slice(0, -1)) {
      const known = level.get(word);
      const next = known instanceof Map ? (known as Map<string, unknown>) : new Map<string, unknown>();
      level.set(word, next);
      level = next;
    }
    level.set(words[words.length - 1] ?? '', value);
  }
  return toRecord(root);
}

/** Returns the text of a setting, or its documented default. */
export function settingOf(settings: Settings, field: Field): string | undefined {
  const value = ownValue(settings, field.name);
  if (typeof value === 'string') return value;
  return field.default === undefined ? undefined : String(JSON.parse(field.default));
}

/** Returns settings with the number of replicas that the sole node makes of `auto_expand_replicas`: the lower bound. */
export function withExpansion(settings: Settings): Settings {
  const [, least] = /^(\d+)-/.exec(String(settings['index.auto_expand_replicas'])) ?? [];
  return least === undefined ? settings : { ...settings, [replicaCount.name]: String(Number(least)) };
}

/** Returns how long operations are kept, in milliseconds. */
export function retentionPeriod(settings: Settings): number {
  return timeValueMilliseconds(settingOf(settings, retentionLeasePeriod) ?? '') ?? 0;
}

function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  return value === null || typeof value === 'object' ? value : String(value);
}

function toRecord(map: ReadonlyMap<string, unknown>): Settings {
  return Object.fromEntries(
    [...map].map(([key, value]) => [key, value instanceof Map ? toRecord(value as Map<string, unknown>) : value]),
  );
}
