import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import type { Segment } from '../plan/plan';
import { plainTextOf, segmentsOf } from '../plan/segments';
import type { PrivateSource, PrivateUse } from '../private/private-sources';
import {
  isPrivateSource,
  privateSourceOf,
  type DrawnValues,
  systemValue,
  type Resolve,
  type SystemPorts,
  type VariableValue,
} from './system-variables';

/** Fills in segments, and records the unresolved names and the secret values. */
export interface Filler {
  fill(segments: readonly Segment[]): string;
  /** Names without a value, once each. */
  readonly unresolved: readonly string[];
  /** Values from private sources, and values of variables with names such as `api_key`. */
  readonly secrets: readonly string[];
  /** The values from private sources, with these. */
  readonly uses: readonly PrivateUse[];
  /** The names that were used, also within values. */
  readonly used: readonly string[];
  /** Set when the variables cannot be resolved: they refer to each other in a circle, or their values are too long. */
  readonly problem: string | undefined;
}

/** How much is filled in at most. */
interface FillerLimits {
  /** Of all values of a request, in UTF-16 code units. */
  readonly length: number;
  /** Of variables, empty values included. */
  readonly count: number;
}

const usualLimits: FillerLimits = { length: 50_000_000, count: 2_000_000 };

/** A text that is being filled in: that of the request, or the value of a variable. */
interface Frame {
  readonly name?: string;
  readonly value: VariableValue | undefined;
  readonly segments: readonly Segment[];
  next: number;
  readonly parts: string[];
}

/**
 * Returns a filler of one request that takes names from `resolve` and names with `$` from `system`. A variable has one value in the request,
 * also when a system variable is in it, and the request has one time. What `answered` returns comes from a service and is used literally: a
 * service must not be able to read variables.
 */
export function createFiller(
  resolve: Resolve,
  ports: SystemPorts,
  answered: (name: string) => string | undefined = () => undefined,
  limits = usualLimits,
): Filler {
  // Most texts have no variables, and so have most requests.
  let made: Filler | undefined;
  return {
    fill: (segments) =>
      plainTextOf(segments) ?? (made ??= createVariableFiller(resolve, ports, answered, limits)).fill(segments),
    get unresolved() {
      return made?.unresolved ?? none;
    },
    get secrets() {
      return made?.secrets ?? none;
    },
    get uses() {
      return made?.uses ?? none;
    },
    get used() {
      return made?.used ?? none;
    },
    get problem() {
      return made?.problem;
    },
  };
}

const none: readonly never[] = [];

/** Returns a filler of texts with variables. */
function createVariableFiller(
  resolve: Resolve,
  ports: SystemPorts,
  answered: (name: string) => string | undefined,
  limits: FillerLimits,
): Filler {
  const unresolved = new Set<string>();
  const secrets = new Set<string>();
  const used = new Set<string>();
  const uses = new Map<string, PrivateUse>();
  const known = new Map<string | VariableValue, string>();
  // What stands for a value is none.
  const drawn: DrawnValues = (ports.standIn === undefined ? ports.drawn : undefined) ?? { values: new Map() };
  const system: SystemPorts = { ...ports, now: () => (drawn.time ??= ports.now()) };
  let length = 0;
  let count = 0;
  let problem: string | undefined;

  const note = (name: string, value: string, isSecret: boolean, source?: PrivateSource): string => {
    if (source !== undefined) uses.set(name, { source, name, value });
    if (value !== '' && (isSecret || isPrivateSource(name) || isSecretName(name))) secrets.add(value);
    return value;
  };
  const add = (frame: Frame, segment: Exclude<Segment, string>, value: string): void => {
    const encoded = segment.variable.startsWith('%') ? encodeText(value) : value;
    const part = segment.isInString === true ? JSON.stringify(encoded).slice(1, -1) : encoded;
    length += part.length;
    count++;
    if (length > limits.length || count > limits.count) {
      problem = `The values of the variables are too long, among them \`${variableName(segment)}\`. Send the text as a file with \`< ./file\`.`;
    }
    frame.parts.push(part);
  };
  const isOpen = new Map<string | VariableValue, string>();
  /** Fills in one variable, or returns the frame of its value, which must be filled in first. */
  const step = (frame: Frame, segment: Exclude<Segment, string>): Frame | undefined => {
    const name = variableName(segment);
    used.add(name);
    const isSystem = name.startsWith('$');
    const given = answered(name);
    const here: Resolve = (one) => resolve(one, frame.value);
    const literal = given ?? (isSystem ? drawnOnce(drawn, frame, () => systemValue(name, system, here)) : undefined);
    const source = isSystem && given === undefined ? privateSourceOf(name, system, here) : undefined;
    const defined = literal === undefined ? resolve(name, frame.value) : undefined;
    const key = keyOfVariable(name, defined);
    const value = literal === undefined ? known.get(key) : note(name, literal, false, source);
    if (value !== undefined) {
      add(frame, segment, value);
      return undefined;
    }
    if (isOpen.has(key)) {
      problem = `The variables refer to each other in a circle: ${circleOf([...isOpen.values()], name)}. Change the value of one of them.`;
      return undefined;
    }
    if (defined === undefined) {
      unresolved.add(name);
      add(frame, segment, '');
      return undefined;
    }
    return frameOf(segmentsOf(defined.value), name, defined);
  };
  const fill = (segments: readonly Segment[]): string => {
    // Not recursive, since a chain of variables may be as long as a file.
    const open: Frame[] = [frameOf(segments)];
    isOpen.clear();
    for (let frame = open.at(-1); frame !== undefined && problem === undefined; frame = open.at(-1)) {
      const segment = frame.segments[frame.next];
      if (typeof segment === 'string') frame.parts.push(segment);
      else if (segment !== undefined) {
        const inner = step(frame, segment);
        if (inner !== undefined) {
          open.push(inner);
          if (inner.name !== undefined) isOpen.set(keyOfVariable(inner.name, inner.value), inner.name);
          continue;
        }
      } else {
        open.pop();
        const text = frame.parts.join('');
        const outer = open.at(-1);
        if (outer === undefined || frame.name === undefined) return text;
        const key = keyOfVariable(frame.name, frame.value);
        isOpen.delete(key);
        const value = note(frame.name, text, frame.value?.isSecret === true, frame.value?.from);
        known.set(key, value);
        const waiting = outer.segments[outer.next];
        if (waiting !== undefined && typeof waiting !== 'string') add(outer, waiting, value);
        outer.next++;
        continue;
      }
      frame.next++;
    }
    return '';
  };

  return {
    fill,
    get unresolved() {
      return [...unresolved];
    },
    get secrets() {
      return [...secrets];
    },
    get uses() {
      return [...uses.values()];
    },
    get used() {
      return [...used];
    },
    get problem() {
      return problem;
    },
  };
}

function frameOf(segments: readonly Segment[], name?: string, value?: VariableValue): Frame {
  return { ...(name !== undefined && { name }), value, segments, next: 0, parts: [] };
}

/** Returns the value of a frame's next segment, which is drawn once for each place in a definition. */
function drawnOnce(
  { values }: DrawnValues,
  { name, value, next }: Frame,
  draw: () => string | undefined,
): string | undefined {
  if (name === undefined) return draw();
  const key = keyOfVariable(name, value);
  const ofValue = values.get(key) ?? new Map<number, string>();
  const result = ofValue.get(next) ?? draw();
  if (result !== undefined) values.set(key, ofValue.set(next, result));
  return result;
}

/** Returns what distinguishes a value from the others of its name. */
function keyOfVariable(name: string, value: VariableValue | undefined): string | VariableValue {
  return value?.isDistinct === true ? value : name;
}

/** Returns the name without the percent sign, which requests percent-encoding of the value. */
function variableName({ variable }: Exclude<Segment, string>): string {
  return variable.startsWith('%') ? variable.slice(1).trim() : variable;
}

/** Returns the variables of a circle for a message; of a long circle, those at its ends. */
function circleOf(names: readonly string[], name: string): string {
  const circle = [...names.slice(names.indexOf(name)), name];
  const shown = circle.length > 8 ? [...circle.slice(0, 4), '…', ...circle.slice(-3)] : circle;
  return shown.map((one) => (one === '…' ? one : `\`${one}\``)).join(' → ');
}

/** Percent-encodes a text. */
export function encodeText(value: string): string {
  // A lone surrogate cannot be encoded; it becomes the replacement character, as in UTF-8 encoding.
  return encodeURIComponent(
    value.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD'),
  );
}
