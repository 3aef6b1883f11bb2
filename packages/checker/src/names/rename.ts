import { isScriptName } from '@rulebook/request-file/scripts/variable-words';
import type { NamedThing, NameOccurrence } from './occurrence';

const nameOf: Readonly<Record<NamedThing['kind'], string>> = {
  variable: 'variable',
  'environment-variable': 'variable',
  request: 'request',
  environment: 'environment',
  file: 'file',
  endpoint: 'endpoint',
};

/** Returns why a thing cannot be renamed, by all its occurrences in the files that share it; undefined when it can be. */
export function refuseRenaming({ kind, name }: NamedThing, occurrences: readonly NameOccurrence[]): string | undefined {
  switch (kind) {
    case 'file':
      return `Rename the file \`${name}\` itself; the paths that lead to it follow where the editor supports this.`;
    case 'endpoint':
      return `The endpoint \`${name}\` is not defined in a request file. Rename it in \`rulebook.json\` or in the settings.`;
    case 'environment':
      return `The environment \`${name}\` is not defined in a request file. Rename it where it is defined.`;
    case 'environment-variable':
      return `No environment defines \`${name}\` here.`;
    case 'request':
    case 'variable':
      break;
  }
  const definitions = occurrences.filter(({ role }) => role === 'definition');
  if (definitions.length > 0) return undefined;
  return kind === 'request'
    ? `No request is named \`${name}\`.`
    : `No request file defines \`${name}\`. Its value comes from an environment or from the sender; rename it there.`;
}

/** Returns why the name of a system variable cannot be changed. */
export function refuseRenamingSystemVariable(name: string): string {
  return `\`${name}\` is a system variable. Its name cannot be changed.`;
}

/** Returns why an environment cannot have a new name. */
export function refuseNewEnvironmentName(newName: string, isTaken: boolean): string | undefined {
  if (!/^[\p{L}_][\p{L}\p{N} _.-]{0,199}$/u.test(newName) || newName !== newName.trimEnd())
    return `\`${shown(newName)}\` cannot be the name of an environment. It begins with a letter or \`_\`; letters, digits, blanks, \`_\`, \`-\` and \`.\` follow.`;
  return isTaken ? `Another environment is named \`${newName}\` here. Choose another name.` : undefined;
}

/** Returns why a variable of the process cannot be renamed. */
export function refuseRenamingProcessVariable(name: string): string {
  return `\`${name}\` is a variable of the process environment. Rename it where it is set.`;
}

const variableName = /^[A-Za-z_][\w.-]*$/;
const requestName = /^[A-Za-z_][\w-]*$/;
/** What a line \`run #…\` can name, and a title can hold. */
const title = /^[^\s#({][^({\r\n\u2028\u2029]*$/;
const longestName = 200;

const scriptWord = /^[A-Za-z_]\w*$/;
/** Members of `client.global` that are not variables. */
const scriptMembers = new Set(['get', 'set', 'clear', 'clearAll', 'isEmpty', 'headers']);

/** Returns why a thing cannot have a new name; `isTaken` says whether the new name occurs in one of the files. */
export function refuseNewName(
  { kind, name }: NamedThing,
  newName: string,
  isTaken: (thing: NamedThing) => boolean,
  occurrences: readonly NameOccurrence[] = [],
): string | undefined {
  if (newName === name) return undefined;
  if (newName.length > longestName) return `The new name has more than ${longestName} characters.`;
  if (kind === 'variable') {
    if (!variableName.test(newName))
      return `\`${shown(newName)}\` cannot be the name of a variable. It begins with a letter or \`_\`; letters, digits, \`_\`, \`-\` and \`.\` follow.`;
    const isUnfit = !scriptWord.test(newName) || scriptMembers.has(newName) || isScriptName(newName);
    if (isUnfit && occurrences.some(({ isWord }) => isWord))
      return `A script writes \`${name}\` as a word of its own, and \`${newName}\` cannot be one there.`;
    if (/\.(?:response|request)(?:\.|$)/.test(newName))
      return `\`${newName}\` would mean the response of a request. Choose a name without \`.response\` and \`.request\`.`;
  } else if (
    requestName.test(name) ? !requestName.test(newName) : !title.test(newName) || newName !== newName.trimEnd()
  )
    return `\`${shown(newName)}\` cannot be the name of a request. It begins with a letter or \`_\`; letters, digits, \`_\` and \`-\` follow.`;
  if (newName.includes(',') && occurrences.some(({ by }) => by === 'sequence'))
    return `A sequence lists \`${name}\`, where a comma ends a name. Choose a name without one.`;
  return isTaken({ kind, name: newName })
    ? `Another ${nameOf[kind]} is named \`${newName}\` here. Choose another name.`
    : undefined;
}

/** What was typed may hold anything. */
function shown(text: string): string {
  return text.slice(0, 40).replace(/[\p{C}`]/gu, '\uFFFD');
}
