import type { FileNames } from '@rulebook/checker/rules/across/summary';
import { objectsFor } from '@rulebook/request-file/scripts/script-members';
import type { ScriptObject } from '@rulebook/request-file/scripts/script-objects';
import type { ScriptCursor } from '../cursor/script-cursor';
import { briefOfScript, type SettingScript } from '../hover/describe-script';
import { describeScriptObject } from '../hover/describe-script-word';
import type { Offer } from './offer';
import { placeholder } from './snippet';

/** Offers the objects that a script has, their members, and the names of variables where one is read or set. */
export function completeScript(
  cursor: ScriptCursor,
  names: FileNames,
  scriptOf: (name: string) => SettingScript | undefined,
): readonly Offer[] {
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
