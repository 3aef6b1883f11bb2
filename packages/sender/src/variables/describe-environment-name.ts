import { inCode } from '@rulebook/catalogue/markdown/foreign-markdown';
import { redact } from '@rulebook/catalogue/masking/masker';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';

/** A place where environments define a variable. */
export interface EnvironmentDefinition {
  /** Absent: what `.env` holds. */
  readonly environment?: string | undefined;
  /** How the file is named in messages. */
  readonly place: string;
  /** Its URI. */
  readonly uri: string;
  /** Counted from 0. */
  readonly line: number;
  readonly isPrivate: boolean;
  /** Absent when someone else keeps it. */
  readonly value?: string | undefined;
}

/** What is said of a variable in a file of environments. */
interface EnvironmentVariableFacts {
  readonly name: string;
  /** The definition that is pointed at; absent at a use. */
  readonly here?: EnvironmentDefinition | undefined;
  /** All others. */
  readonly others: readonly EnvironmentDefinition[];
  /** Those that count before the one that is pointed at, in its environment. */
  readonly shadowedBy: readonly EnvironmentDefinition[];
  readonly uses: number;
  readonly files: number;
  /** How many request files define the name themselves. */
  readonly definingFiles: number;
}

const longest = 200;
const maxListed = 10;

/** Returns Markdown about a variable in a file of environments, for a hover. It never holds a secret. */
export function describeEnvironmentVariable(facts: EnvironmentVariableFacts): string {
  const { name, here, others, shadowedBy, uses, files, definingFiles } = facts;
  const parts = [`**${inCode(name)}** · variable of environments`];
  if (here) parts.push(valueOf(name, here));
  if (shadowedBy.length > 0) parts.push(`Shadowed by ${shadowedBy.map(linked).join(', ')}.`);
  if (definingFiles > 0)
    parts.push(
      `${counted(definingFiles, 'request file')} ${definingFiles === 1 ? 'defines' : 'define'} the name, which counts there before environments.`,
    );
  if (others.length > 0) parts.push(`${here ? 'Also d' : 'D'}efined in:\n\n${listedDefinitions(name, others)}`);
  parts.push(uses === 0 ? 'No use was found.' : `${counted(uses, 'use')} in ${counted(files, 'file')}.`);
  return parts.join('\n\n');
}

/** Returns Markdown about an environment, for a hover: the places that define it. */
export function describeEnvironment(name: string, definitions: readonly EnvironmentDefinition[]): string {
  const lines = definitions.slice(0, maxListed).map((one) => `- ${linked({ ...one, environment: undefined })}`);
  return [
    `**${inCode(name)}** · environment`,
    `Defined in:\n\n${[...lines, ...moreThan(definitions.length)].join('\n')}`,
  ].join('\n\n');
}

function listedDefinitions(name: string, definitions: readonly EnvironmentDefinition[]): string {
  const lines = definitions.slice(0, maxListed).map((one) => `- ${valueOf(name, one)} · ${linked(one)}`);
  return [...lines, ...moreThan(definitions.length)].join('\n');
}

function moreThan(count: number): readonly string[] {
  return count > maxListed ? [`- ${count - maxListed} others`] : [];
}

function valueOf(name: string, { value, isPrivate }: EnvironmentDefinition): string {
  if (value === undefined) return 'a value that is kept elsewhere';
  if (isPrivate || isSecretName(name) || redact(value) !== value) return 'a value that is not shown: it is secret';
  return value === '' ? 'an empty value' : inCode(value, longest);
}

function linked({ environment, place, uri, line }: EnvironmentDefinition): string {
  const words = environment === undefined ? place : `environment ${environment} of ${place}`;
  const where = `${words}, line ${line + 1}`.replace(/[[\]\\`*_<>]/g, '\\$&');
  return uri.startsWith('file:') ? `[${where}](${uri}#L${line + 1})` : where;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
