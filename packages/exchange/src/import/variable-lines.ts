import { privateFile, type AddedVariable } from '@rulebook/request-file/environments';
import { namesInScriptText } from '@rulebook/request-file/syntax/other-tools/read-script';
import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { oneLine } from '@rulebook/request-file/syntax/curl/one-line';
import { withoutReferences, writeText, type ImportedFile } from '@rulebook/request-file/syntax/curl/imported';
import type { ExtractedFile } from './extract-secrets';

/** Returns lines that define the variables of a file. */
export function variableLines({ variables, secrets, keepsSecrets, source }: ExtractedFile): readonly string[] {
  const definition = (name: string, value: string) => `@${name} = ${value}`;
  const plain = variables.map(({ name, value }) =>
    !isLine(writeText(value)) || (isSecretName(name) && !keepsSecrets && value !== '' && !value.includes('{{'))
      ? `# The value of {{${name}}} is left out. Add it to an environment.`
      : definition(name, writeText(value)),
  );
  const of = secrets.map(({ name, value, holds }) =>
    keepsSecrets && isLine(writeText(value))
      ? definition(name, writeText(value))
      : `# {{${name}}}: ${oneLine(holds)}. Its value is left out; add it to an environment.`,
  );
  const why = keepsSecrets
    ? `# Secrets of ${source}: move them out of this file, for example into http-client.private.env.json.`
    : `# Secrets of ${source}:`;
  return [...plain, ...(of.length > 0 ? [why, ...of] : [])];
}

/** Returns what the secrets of a file are that are in the private environment file. */
export function secretLines({ secrets, source }: ExtractedFile, used: ReadonlySet<string>): readonly string[] {
  const lines = secrets
    .filter(({ name }) => used.has(name))
    .map(({ name, holds }) => `# {{${name}}}: ${oneLine(holds)}`);
  return lines.length === 0 ? [] : [`# Secrets of ${source}, which are in ${privateFile}:`, ...lines];
}

/** Returns what holds without an environment, for environment files. */
export function sharedVariables({ variables, secrets, requests }: ExtractedFile): readonly AddedVariable[] {
  const set = new Set(
    requests.flatMap(({ scripts }) =>
      [scripts?.before, scripts?.after].flatMap((code) =>
        code === undefined ? [] : namesInScriptText(`> {%\n${code}\n%}`).names.map(({ text }) => text),
      ),
    ),
  );
  return [
    // An empty value is there only to be set by a script, and could count in front of it.
    ...variables
      .filter(({ name, value }) => value !== '' || !set.has(name))
      .map(({ name, value }) => ({ environment: '$shared', name, value: withoutReferences(value) })),
    ...secrets.map(({ name, value }) => ({ environment: '$shared', name, value, isSecret: true })),
  ];
}

/** Returns the requests with the variables that folders and requests define: each where it is used first with that value. */
export function withDefinitions({ requests, variables }: ImportedFile, blocks: readonly string[]): readonly string[] {
  const shared = new Map(variables.map(({ name, value }) => [name, value]));
  const current = new Map<string, string>();
  return blocks.map((block, index) => {
    const own = new Map((requests[index]?.variables ?? []).map(({ name, value }) => [name, value]));
    const lines: string[] = [];
    const seen = new Set<string>();
    const define = (text: string): void => {
      for (const [, name = ''] of text.matchAll(/\{\{\ufdd0?\s*([^{}\s]+)\s*\}\}/g)) {
        if (seen.has(name)) continue;
        seen.add(name);
        const value = own.get(name) ?? (current.has(name) ? shared.get(name) : undefined);
        if (value === undefined) continue;
        define(value);
        if (current.get(name) === value) continue;
        current.set(name, value);
        lines.push(
          isLine(writeText(value))
            ? `@${name} = ${writeText(value)}`
            : `# The value of {{${name}}} is left out, because it has several lines.`,
        );
      }
    };
    define(block);
    const end = block.indexOf('\n');
    return lines.length === 0 ? block : `${block.slice(0, end)}\n${lines.join('\n')}${block.slice(end)}`;
  });
}

/** A definition ends with its line, and blanks around its value do not belong to it. */
function isLine(value: string): boolean {
  return value === value.trim() && !/\p{Cc}/u.test(value);
}
