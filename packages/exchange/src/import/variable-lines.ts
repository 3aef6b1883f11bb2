import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { oneLine } from '@rulebook/request-file/syntax/curl/one-line';
import { writeText } from '@rulebook/request-file/syntax/curl/imported';
import type { ExtractedFile } from './extract-secrets';

/** Returns lines that define variables; those of `only`, where that is given. */
export function variableLines(
  { variables, secrets, keepsSecrets, source }: ExtractedFile,
  only?: ReadonlySet<string>,
): readonly string[] {
  const isWanted = ({ name }: { readonly name: string }) => only === undefined || only.has(name);
  const definition = (name: string, value: string) => `@${name} = ${value}`;
  const plain = variables
    .filter(isWanted)
    .map(({ name, value }) =>
      !isLine(writeText(value)) || (isSecretName(name) && !keepsSecrets && value !== '' && !value.includes('{{'))
        ? `# The value of {{${name}}} is left out. Add it to an environment.`
        : definition(name, writeText(value)),
    );
  const of = secrets
    .filter(isWanted)
    .map(({ name, value, holds }) =>
      keepsSecrets && isLine(writeText(value))
        ? definition(name, writeText(value))
        : `# {{${name}}}: ${oneLine(holds)}. Its value is left out; add it to an environment.`,
    );
  const why = keepsSecrets
    ? `# Secrets of ${source}: move them out of this file, for example into http-client.private.env.json.`
    : `# Secrets of ${source}:`;
  return [...plain, ...(of.length > 0 ? [why, ...of] : [])];
}

/** A definition ends with its line, and blanks around its value do not belong to it. */
function isLine(value: string): boolean {
  return value === value.trim() && !/\p{Cc}/u.test(value);
}
