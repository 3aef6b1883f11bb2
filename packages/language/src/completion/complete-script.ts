import type { Binding } from '@rulebook/checker/binding/model';
import { successfulResponse } from '@rulebook/checker/binding/response-for';
import { objectShapesOf, resolvePath } from '@rulebook/checker/binding/resolve-shape';
import type { Field } from '@rulebook/catalogue/shape';
import type { JsonPath } from '@rulebook/json/json-position';
import type { FileNames } from '@rulebook/checker/rules/across/summary';
import { objectsFor } from '@rulebook/request-file/scripts/script-members';
import type { ScriptObject } from '@rulebook/request-file/scripts/script-objects';
import type { Span } from '@rulebook/text/span';
import type { ScriptCursor } from '../cursor/script-cursor';
import { briefOf } from '../hover/describe';
import { briefOfScript, type SettingScript } from '../hover/describe-script';
import { describeScriptObject } from '../hover/describe-script-word';
import type { Offer } from './offer';
import { responseHeadersOf } from './response-paths';
import { placeholder } from './snippet';

/** Offers the objects that a script has, their members, and the names of variables where one is read or set. */
export function completeScript(
  cursor: ScriptCursor,
  names: FileNames,
  scriptOf: (name: string) => SettingScript | undefined,
  binding: Binding | undefined,
): readonly Offer[] {
  if (cursor.answer !== undefined) return answerOffers(cursor, cursor.answer, binding);
  if (cursor.isHeader)
    return responseHeadersOf(binding).map(({ path, detail }) => ({
      ...{ label: path, kind: 'header', span: cursor.span, detail, rank: 0 },
      reference: { of: 'text', text: `**\`${path}\`** · header field of the response` },
    }));
  if (cursor.isVariable) return variableOffers(cursor, names, scriptOf);
  const lead = cursor.object === '' ? '' : `${cursor.object}.`;
  const members = new Map<string, ScriptObject | undefined>();
  for (const one of objectsFor(cursor)) {
    if (!one.path.startsWith(lead)) continue;
    const [name = '', ...others] = one.path.slice(lead.length).split('.');
    if (others.length === 0) members.set(name, one);
    else if (!members.has(name)) members.set(name, undefined);
  }
  return [...members].map(([name, object]): Offer => {
    const path = `${lead}${name}`;
    const call = object?.call;
    const isInserted = call !== undefined && !cursor.isCalled;
    return {
      label: name,
      kind: 'variable',
      reference: { of: 'text', text: object ? describeScriptObject(object) : `**\`${path}\`** · script` },
      span: cursor.span,
      newText: isInserted ? `${name.replaceAll('$', '\\$')}${argumentsOf(call)}` : name,
      ...(isInserted && { isSnippet: true }),
      detail: call ?? '',
      rank: 0,
    };
  });
}

/** Offers the members that the described response has at the end of a way. */
function answerOffers({ span }: ScriptCursor, way: JsonPath, binding: Binding | undefined): readonly Offer[] {
  const { operation } = binding ?? {};
  const { shape, status = 0 } = successfulResponse(operation) ?? {};
  const resolved = shape && resolvePath(shape, way, () => undefined);
  if (operation === undefined || resolved === undefined) return [];
  const members = new Map<string, Field>();
  for (const { fields } of objectShapesOf(resolved))
    for (const field of fields) if (!members.has(field.name)) members.set(field.name, field);
  const isList = resolved.shapes.some(({ type }) => type === 'array');
  return [
    ...[...members.values()]
      // Others are written in brackets.
      .filter(({ name }) => /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name))
      .map((field): Offer => ({
        label: field.name,
        kind: 'field',
        reference: { of: 'response', operation: operation.id, status, path: [...way, field.name] },
        span,
        detail: briefOf(field),
        rank: field.deprecated === undefined ? 0 : 1,
        isDeprecated: field.deprecated !== undefined,
      })),
    ...(isList ? listOffers(span) : []),
  ];
}

/** What is often asked of a list. */
function listOffers(span: Span): readonly Offer[] {
  const of = (label: string, detail: string, newText?: string): Offer => ({
    ...{ label, kind: 'variable', span, detail, rank: 2, ...(newText !== undefined && { newText, isSnippet: true }) },
    reference: { of: 'text', text: `**\`${label}\`** · script\n\n${detail}` },
  });
  return [
    of('length', 'The number of items.'),
    of('find', 'The first item of which this holds.', 'find((item) => item.$1)'),
    of('filter', 'The items of which this holds.', 'filter((item) => item.$1)'),
    of('map', 'A value of each item.', 'map((item) => item.$1)'),
  ];
}

/** Parameters that are written in quotes. */
const texts = new Set(['name', 'message', 'path', 'text']);

function argumentsOf(call: string): string {
  const parameters = call
    .slice(1, -1)
    .split(', ')
    .filter((name) => name !== '');
  const written = parameters.map((parameter, index) => {
    const name = parameter.replace('...', '');
    if (name === 'function') return `() => {\n  \${${index + 1}}\n}`;
    const value = placeholder(index + 1, name);
    return texts.has(name) ? `"${value}"` : value;
  });
  return `(${written.join(', ')})`;
}

function variableOffers(
  { span }: ScriptCursor,
  { variables, given, outside }: FileNames,
  scriptOf: (name: string) => SettingScript | undefined,
): readonly Offer[] {
  const details = new Map<string, string>();
  for (const name of given.keys()) {
    const script = scriptOf(name);
    details.set(name, script === undefined ? 'defined in this file' : briefOfScript(script));
  }
  for (const name of variables.keys()) if (!details.has(name)) details.set(name, 'defined in this file');
  for (const name of outside?.variables ?? [])
    if (!details.has(name)) details.set(name, `defined in ${outside?.importedFrom?.get(name) ?? 'an environment'}`);
  return [...details].map(([name, detail]) => ({
    label: name,
    kind: 'variable',
    reference: { of: 'text', text: `**\`${name}\`** · variable · ${detail}` },
    span,
    detail,
    rank: 0,
  }));
}
