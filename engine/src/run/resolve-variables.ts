import type { Segment } from './plan';
import { segmentsOf } from './segments';

/** What system variables such as `{{$guid}}` may know about the world. */
export interface SystemPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly guid: () => string;
  /** Returns a number from 0 up to, not including, 1. */
  readonly random: () => number;
  readonly environment: (name: string) => string | undefined;
}

/** Returns the raw text of a variable, which may hold further variables, or undefined. */
export type Resolve = (name: string) => string | undefined;

/** Fills segments in, and remembers what could not be filled in and what must not be shown. */
export interface Filler {
  fill(segments: readonly Segment[]): string;
  /** Names without a value, once each. A variable that needs itself has none. */
  readonly unresolved: readonly string[];
  /** Values of variables whose names speak of secrets. */
  readonly secrets: readonly string[];
}

const secretName = /secret|token|passw|api_?-?key|credential|authori[sz]ation|encoded/i;
const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns whether a variable's name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** Returns a filler that asks `resolve` for names and `system` for what begins with `$`. */
export function createFiller(resolve: Resolve, system: SystemPorts): Filler {
  const unresolved = new Set<string>();
  const secrets = new Set<string>();

  const valueOf = (written: string, path: readonly string[]): string => {
    const isEncoded = written.startsWith('%');
    const name = isEncoded ? written.slice(1).trim() : written;
    const raw = path.includes(name)
      ? undefined
      : name.startsWith('$')
        ? (systemValue(name, system) ?? resolve(name))
        : resolve(name);
    if (raw === undefined) {
      unresolved.add(name);
      return '';
    }
    const value = name.startsWith('$') ? raw : fill(segmentsOf(raw), [...path, name]);
    if (isSecretName(name) && value !== '') secrets.add(value);
    return isEncoded ? encodeText(value) : value;
  };
  const fill = (segments: readonly Segment[], path: readonly string[]): string =>
    segments.map((segment) => (typeof segment === 'string' ? segment : valueOf(segment.variable, path))).join('');

  return {
    fill: (segments) => fill(segments, []),
    get unresolved() {
      return [...unresolved];
    },
    get secrets() {
      return [...secrets];
    },
  };
}

function systemValue(name: string, system: SystemPorts): string | undefined {
  const [word = '', ...options] = name.split(/\s+/);
  switch (word) {
    case '$guid':
    case '$uuid':
    case '$random.uuid':
      return system.guid();
    case '$timestamp':
      return timestamp(system.now(), options);
    case '$isoTimestamp':
      return new Date(system.now()).toISOString();
    case '$randomInt':
      return randomInteger(options, system.random);
    case '$processEnv':
      return options[0] === undefined ? undefined : system.environment(options[0]);
    default:
      return undefined;
  }
}

function timestamp(now: number, [amount, unit]: readonly string[]): string | undefined {
  const seconds = Math.floor(now / 1000);
  if (amount === undefined) return String(seconds);
  const factor = unit === undefined ? undefined : unitSeconds[unit];
  return factor === undefined || !/^-?\d+$/.test(amount) ? undefined : String(seconds + Number(amount) * factor);
}

function randomInteger([low = '0', high = '1000']: readonly string[], random: () => number): string | undefined {
  if (!/^-?\d+$/.test(low) || !/^-?\d+$/.test(high) || Number(high) <= Number(low)) return undefined;
  return String(Number(low) + Math.floor(random() * (Number(high) - Number(low))));
}

function encodeText(value: string): string {
  // A lone surrogate cannot be encoded; it becomes the replacement character that the wire would make of it.
  return encodeURIComponent(
    value.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'),
  );
}
