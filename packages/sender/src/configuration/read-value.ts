import { membersOfObject, type JsonMember, type JsonNode } from '@rulebook/json/json-node';
import { nearest } from '@rulebook/text/edit-distance';
import {
  quotedInWords,
  nounOf,
  requiredIn,
  type MapShape,
  type NameShape,
  type ObjectShape,
  type Shape,
  type ValueOf,
} from './shape';
import { expressionOf } from '@rulebook/text/expressions';

/** Takes what is wrong at a node. */
export type Complain = (node: JsonNode, message: string, severity?: 'error' | 'warning') => void;

/** What reading a value needs in addition to its shape. */
export interface Reading {
  readonly complain: Complain;
  /** Returns the names that a member of the file defines. */
  readonly namesIn: (member: string) => readonly string[];
}

/**
 * Returns what a node says, or undefined when it cannot be used. What is wrong is reported; values are not repeated there, since
 * they may be secrets. `subject` names the node at the start of a sentence.
 */
export function readValue<S extends Shape>(
  node: JsonNode,
  shape: S,
  subject: string,
  reading: Reading,
): ValueOf<S> | undefined {
  return readAny(node, shape, subject, reading) as ValueOf<S> | undefined;
}

function readAny(node: JsonNode, shape: Shape, subject: string, reading: Reading): unknown {
  const { complain } = reading;
  const refuse = (noun = nounOf(shape)): undefined => {
    complain(node, `${subject} must be ${noun}.`);
    return undefined;
  };
  const value: unknown = node.value;
  switch (shape.kind) {
    case 'string':
      if (typeof value !== 'string')
        return refuse(/\bstring\b/.test(shape.noun) ? shape.noun : `a string: ${shape.noun}`);
      if (shape.pattern !== undefined && !expressionOf(shape.pattern, 'su').test(value)) return refuse();
      if (value.length > (shape.maximumLength ?? Infinity)) {
        return refuse(`at most ${shape.maximumLength ?? 0} characters long`);
      }
      return value;
    case 'name': {
      if (typeof value !== 'string') return refuse(`a string: ${nounOf(shape)}`);
      const names = [...shape.known, ...reading.namesIn(shape.definedIn)];
      if (names.includes(value)) return value;
      const meant = adviceOfName(value, names, shape);
      complain(node, `${subject} must be ${nounOf(shape)}.${meant}`);
      return undefined;
    }
    case 'choice':
      return typeof value === 'string' && shape.values.includes(value) ? value : refuse();
    case 'flag':
      return typeof value === 'boolean' ? value : refuse();
    case 'number': {
      const { minimum, maximum, isInteger } = shape;
      const isRight = typeof value === 'number' && value >= minimum && value <= maximum;
      return isRight && (!isInteger || Number.isInteger(value)) ? value : refuse();
    }
    case 'list':
      if (node.type !== 'array' && shape.allowsOne) {
        const one = readAny(node, shape.items, subject, reading);
        return one === undefined ? undefined : [one];
      }
      if (node.type !== 'array') return refuse();
      return (node.children ?? []).flatMap((item) => {
        const read = readAny(item, shape.items, `An entry of ${inSentence(subject)}`, reading);
        return read === undefined ? [] : [read];
      });
    case 'map':
      return node.type === 'object' ? readMap(node, shape, subject, reading) : refuse();
    case 'object':
      return node.type === 'object' ? readObject(node, shape, subject, reading) : refuse();
  }
}

function readMap(node: JsonNode, shape: MapShape, subject: string, reading: Reading): unknown {
  const { of, values, known, isClosed, definedIn, names: ofNames } = shape;
  const { complain } = reading;
  const names = known && [
    ...known.map(({ name }) => name),
    ...(definedIn === undefined ? [] : reading.namesIn(definedIn)),
  ];
  const read = distinct(node, complain).flatMap(({ key, keyNode, value }) => {
    if (ofNames && readAny(keyNode, ofNames, `The name of a ${of}`, reading) === undefined) return [];
    if (names && !names.includes(key)) {
      complain(keyNode, `There is no ${of} ${shownKey(key)}.${advice(key, names)}`, isClosed ? 'error' : 'warning');
      if (isClosed) return [];
    }
    const whose =
      values.kind === 'object' ? `The ${of} ${shownKey(key)}` : `${shownKey(key)} of ${inSentence(subject)}`;
    const one = readAny(value, values, whose, reading);
    return one === undefined ? [] : [[key, one] as const];
  });
  return Object.fromEntries(read);
}

function readObject(node: JsonNode, shape: ObjectShape, subject: string, reading: Reading): unknown {
  const { complain } = reading;
  const names = Object.keys(shape.members);
  const read: [string, unknown][] = [];
  const given = distinct(node, complain);
  let isUsable = true;
  for (const { key, keyNode, value } of given) {
    const member = Object.hasOwn(shape.members, key) ? shape.members[key] : undefined;
    if (!member) {
      if (shape.forbidden?.names.test(key)) complain(keyNode, `Remove ${shownKey(key)}. ${shape.forbidden.reason}`);
      else
        complain(
          keyNode,
          `${subject} has no member ${shownKey(key)}.${elsewhere(key, shape) ?? advice(key, names)}`,
          'warning',
        );
      continue;
    }
    const of = subject === whole ? '' : ` of ${inSentence(subject)}`;
    const one = readAny(value, member.shape, `\`${key}\`${of}`, reading);
    if (one !== undefined) read.push([key, one]);
    else if (member.unreadable !== undefined) read.push([key, member.unreadable]);
    else if (shape.isWhole || member.required) isUsable = false;
  }
  const missing = requiredIn(shape).filter((name) => !given.some(({ key }) => key === name));
  if (missing.length > 0) complain(node, `${subject} needs ${quotedInWords(missing, 'and')}.`);
  return isUsable && missing.length === 0 ? Object.fromEntries(read) : undefined;
}

/** Returns a sentence behind another one: where what the member would say belongs. */
function elsewhere(key: string, { elsewhere: known = {} }: ObjectShape): string | undefined {
  return Object.hasOwn(known, key) ? ` ${known[key] ?? ''}` : undefined;
}

/** The subject of sentences about the whole file; its members need no owner. */
export const whole = 'The configuration';

/** Returns the members of an object, each name once: the first one counts. */
function distinct(node: JsonNode, complain: Complain): readonly JsonMember[] {
  const seen = new Set<string>();
  return membersOfObject(node).filter(({ key, keyNode }) => {
    const isFirst = !seen.has(key);
    if (!isFirst) complain(keyNode, `${shownKey(key)} is already defined above. Remove one of them.`);
    seen.add(key);
    return isFirst;
  });
}

/** Returns sentences behind another one: which name is meant, or which names there are, and where one can be defined. */
function adviceOfName(key: string, names: readonly string[], { of, definedIn }: NameShape): string {
  const near = nearest(key, names);
  if (near !== undefined) return ` Did you mean \`${near}\`?`;
  return ` Use ${quotedInWords(names, 'or')}, or define the ${of} in \`${definedIn}\`.`;
}

/** Returns a sentence behind another one: which name is meant, or which names there are. */
function advice(key: string, names: readonly string[]): string {
  const near = nearest(key, names);
  if (near !== undefined) return ` Did you mean \`${near}\`?`;
  return names.length <= 12 ? ` Use ${quotedInWords(names, 'or')}.` : '';
}

function shownKey(key: string): string {
  return `\`${key.slice(0, 80)}\``;
}

function inSentence(subject: string): string {
  return subject.charAt(0).toLowerCase() + subject.slice(1);
}
