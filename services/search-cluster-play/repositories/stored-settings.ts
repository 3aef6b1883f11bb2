import { isRecord } from '@rulebook/json/is-record';
import { nestSettings } from '../indices/settings';

type Settings = Readonly<Record<string, unknown>>;

/** Returns settings as servers keep them: by their full dotted names, each as text. An empty object says nothing. */
function storedSettings(settings: Settings): Settings {
  const flat = new Map<string, unknown>();
  const collect = (value: Settings, path: string): void => {
    for (const [key, member] of Object.entries(value)) {
      const name = `${path}${key}`;
      if (isRecord(member)) collect(member, `${name}.`);
      else flat.set(name, Array.isArray(member) ? member.map(String) : member === null ? null : String(member));
    }
  };
  collect(settings, '');
  return Object.fromEntries(flat);
}

/** Returns settings as responses show them: nested, each as text. */
export function shownSettings(settings: Settings): Settings {
  return nestSettings(storedSettings(settings));
}

/** Returns the text of a setting. A list is one text for a setting that is none. */
export function textOfSetting(settings: Settings, name: string): string | undefined {
  const value = storedSettings(settings)[name];
  if (Array.isArray(value)) return `[${value.join(', ')}]`;
  return typeof value === 'string' ? value : undefined;
}
