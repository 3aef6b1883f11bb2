import { isRecord } from '@rulebook/json/is-record';
import { pointerStep } from '@rulebook/text/pointer';
import { nearest } from '@rulebook/text';
import { innerType, type MemberForm, type WordFix } from '@rulebook/description/document-form';
import { arazzoForm } from './shapes';

/** Something that is wrong in a document, with a JSON pointer to it. */
export interface ArazzoProblem {
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly pointer: string;
  /** The word that is meant in the place of one there. */
  readonly fix?: WordFix;
}

/** Receives what is wrong. */
export type Complain = (pointer: string, message: string, severity?: ArazzoProblem['severity'], fix?: WordFix) => void;

/** Returns what to write in the place of a word; undefined where nothing is near. */
export function fixOf(from: string, to: string | undefined): WordFix | undefined {
  return to === undefined ? undefined : { from, to };
}

/** More problems of a document are not listed. */
export const maxProblems = 500;

/** Says what of a document is not as the format says: members that miss, kinds of values, words. */
export function checkStructure(tree: unknown, complain: Complain): void {
  if (!isRecord(tree))
    return complain(
      '#',
      'An Arazzo document is an object with `arazzo`, `info`, `sourceDescriptions` and `workflows`.',
    );
  const version = tree['arazzo'];
  if (typeof version === 'string' && !/^1\.\d+\.\d+(?:-.+)?$/.test(version))
    complain('#/arazzo', 'The member `arazzo` must name version 1 of the format, for example `1.1.0`.');
  const isFirst = typeof version === 'string' && version.startsWith('1.0.');
  checkObject('document', tree, '#', { complain, isFirst });
}

interface Checking {
  readonly complain: Complain;
  /** The document is of version 1.0. */
  readonly isFirst: boolean;
}

function checkObject(
  name: string,
  value: Readonly<Record<string, unknown>>,
  pointer: string,
  checking: Checking,
): void {
  const { complain, isFirst } = checking;
  const form = arazzoForm.objects[name];
  if (form === undefined) return;
  const { title, members } = form;
  const component = arazzoForm.reusable?.[name];
  if (component !== undefined && 'reference' in value) {
    const { reference } = value;
    if (typeof reference !== 'string' || !reference.startsWith(`$components.${component}.`))
      complain(`${pointer}/reference`, `Here, \`reference\` must begin with \`$components.${component}.\`.`);
    return;
  }
  for (const [key, member] of Object.entries(members)) {
    const isThere = Object.hasOwn(value, key);
    if (!isThere && member.isRequired) complain(pointer, `${title} needs \`${key}\`.`);
    if (isThere) checkMember(key, member, value[key], `${pointer}${pointerStep(key)}`, checking);
    if (isThere && isFirst && member.since !== undefined)
      complain(
        `${pointer}${pointerStep(key)}`,
        `\`${key}\` is new in Arazzo ${member.since}, and this document is of version 1.0.`,
      );
  }
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(members, key) || key.startsWith('x-')) continue;
    const meant = nearest(key, Object.keys(members));
    const advice = meant === undefined ? 'Members of your own begin with `x-`.' : `Did you mean \`${meant}\`?`;
    complain(
      `${pointer}${pointerStep(key)}`,
      `${title} has no member \`${key}\`. ${advice}`,
      undefined,
      fixOf(key, meant),
    );
  }
}

function checkMember(
  key: string,
  form: Pick<MemberForm, 'type' | 'values'>,
  value: unknown,
  pointer: string,
  checking: Checking,
): void {
  const { complain } = checking;
  const { type, values } = form;
  const inner = innerType(type);
  if (type.startsWith('[') && inner !== undefined) {
    if (!Array.isArray(value)) return complain(pointer, `\`${key}\` must be a list.`);
    if (value.length === 0 && key !== 'parameters' && key !== 'dependsOn' && key !== 'replacements')
      complain(pointer, `\`${key}\` needs at least one item.`);
    for (const [index, item] of value.entries())
      checkMember(key, { type: inner }, item, `${pointer}/${index}`, checking);
    return;
  }
  if (type.startsWith('{') && inner !== undefined) {
    if (!isRecord(value)) return complain(pointer, `\`${key}\` must be an object.`);
    for (const [name, item] of Object.entries(value)) {
      const at = `${pointer}${pointerStep(name)}`;
      if (!/^[a-zA-Z0-9.\-_]+$/.test(name))
        complain(at, `The name \`${name}\` may have letters, digits, \`.\`, \`-\` and \`_\` only.`);
      checkMember(name, { type: inner }, item, at, checking);
    }
    return;
  }
  const object = arazzoForm.objects[type];
  if (object !== undefined) {
    if (isRecord(value)) checkObject(type, value, pointer, checking);
    else complain(pointer, `${object.title} is an object.`);
    return;
  }
  const wanted = kindProblem(type, value);
  if (wanted !== undefined) return complain(pointer, `\`${key}\` must be ${wanted}.`);
  // Other versions are judged by their own, and what a criterion is written in, with its condition.
  const isChoice = values !== undefined && key !== 'arazzo' && type === 'string';
  if (isChoice && typeof value === 'string' && !values.includes(value))
    complain(
      pointer,
      `\`${key}\` is one of ${values.map((one) => `\`${one}\``).join(', ')}.`,
      undefined,
      fixOf(value, nearest(value, values)),
    );
}

/** Returns what a value must be; undefined where it is that. */
function kindProblem(type: string, value: unknown): string | undefined {
  if (type === 'string') return typeof value === 'string' ? undefined : 'a string';
  if (type === 'number' || type === 'integer') {
    const isFit = typeof value === 'number' && value >= 0 && (type === 'number' || Number.isInteger(value));
    return isFit ? undefined : `${type === 'integer' ? 'an integer' : 'a number'} of at least 0`;
  }
  if (type === 'schema') return isRecord(value) || typeof value === 'boolean' ? undefined : 'a JSON Schema';
  if (type === 'output') return typeof value === 'string' || isRecord(value) ? undefined : 'a runtime expression';
  return undefined;
}
