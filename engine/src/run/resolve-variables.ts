import { isSecretName } from '../masking/secret-names';
import type { Segment } from './plan';
import { segmentsOf } from './segments';
import { isPrivateSource, systemValue, type Resolve, type SystemPorts } from './system-variables';

/** Fills segments in, and remembers what could not be filled in and what must not be shown. */
export interface Filler {
  fill(segments: readonly Segment[]): string;
  /** Names without a value, once each. A variable that needs itself has none. */
  readonly unresolved: readonly string[];
  /** Values that come from where secrets are kept, and those of variables whose names speak of secrets. */
  readonly secrets: readonly string[];
  /** The names that were asked for, also by values. */
  readonly used: readonly string[];
}

/**
 * Returns a filler that asks `resolve` for names and `system` for what begins with `$`. What `answered` returns comes from a
 * service and is taken as it is: a service must not be able to ask for variables.
 */
export function createFiller(
  resolve: Resolve,
  system: SystemPorts,
  answered: (name: string) => string | undefined = () => undefined,
): Filler {
  const unresolved = new Set<string>();
  const secrets = new Set<string>();
  const used = new Set<string>();

  const valueOf = (written: string, path: readonly string[]): string => {
    const isEncoded = written.startsWith('%');
    const name = isEncoded ? written.slice(1).trim() : written;
    used.add(name);
    const literal = name.startsWith('$') ? systemValue(name, system, resolve) : answered(name);
    const defined = literal === undefined && !path.includes(name) ? resolve(name) : undefined;
    const raw = literal ?? defined?.value;
    if (raw === undefined) {
      unresolved.add(name);
      return '';
    }
    const value = literal ?? fill(segmentsOf(raw), [...path, name]);
    if (value !== '' && (defined?.isSecret === true || isPrivateSource(name) || isSecretName(name))) secrets.add(value);
    return isEncoded ? encodeText(value) : value;
  };
  const fill = (segments: readonly Segment[], path: readonly string[]): string =>
    segments
      .map((segment) => {
        if (typeof segment === 'string') return segment;
        const value = valueOf(segment.variable, path);
        return segment.isInString === true ? JSON.stringify(value).slice(1, -1) : value;
      })
      .join('');

  return {
    fill: (segments) => fill(segments, []),
    get unresolved() {
      return [...unresolved];
    },
    get secrets() {
      return [...secrets];
    },
    get used() {
      return [...used];
    },
  };
}

function encodeText(value: string): string {
  // A lone surrogate cannot be encoded; it becomes the replacement character that the wire would make of it.
  return encodeURIComponent(
    value.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'),
  );
}
