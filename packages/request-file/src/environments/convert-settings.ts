import { isSecretName } from '@rulebook/catalogue/masking/secret-names';
import { addVariables, type AddedVariable } from './add-variables';
import type { EnvironmentFile } from './model';
import { parseEnvironmentFile } from './parse-environment-file';

/** The file for variables that everybody may see. */
export const sharedFile = 'http-client.env.json';

/** The file for variables with secret names, which stays out of version control. */
export const privateFile = 'http-client.private.env.json';

const setting = 'rest-client.environmentVariables';

/** What the conversion of environments writes. */
interface ConvertedEnvironments {
  /** The files that change, with their new texts. */
  readonly files: readonly {
    readonly name: string;
    readonly text: string;
    /** How many variables are new in it. */
    readonly added: number;
  }[];
  /** The variables that have another value in a file already, which stays; as `environment: name`. */
  readonly conflicts: readonly string[];
}

/** Returns the environments of REST Client in the text of `settings.json` or a `.code-workspace`; undefined when it cannot be read. */
export function environmentsInSettings(path: string, text: string): readonly AddedVariable[] | undefined {
  const file = parseEnvironmentFile(path, text);
  if (file?.kind !== 'settings' || file.isBroken) return undefined;
  return file.sections
    .filter((section) => section.setting === setting)
    .flatMap(({ environment = '', variables }) =>
      variables.map(({ name, value, valueSpan }) => ({
        environment,
        name,
        value: valueIn(text.slice(valueSpan.start, valueSpan.end)) ?? value ?? '',
      })),
    );
}

/** Returns the environments of REST Client by the value of its setting. */
export function environmentsInTable(table: unknown): readonly AddedVariable[] {
  return Object.entries(objectOr(table)).flatMap(([environment, variables]) =>
    Object.entries(objectOr(variables)).map(([name, value]) => ({ environment, name, value })),
  );
}

/**
 * Returns `http-client.env.json` and its private twin with further variables: those with secret names in the private file. `texts` are the present
 * files; what is there is kept. `cause` is half a sentence.
 */
export function convertEnvironments(
  added: readonly AddedVariable[],
  texts: Readonly<Record<string, string | undefined>>,
): ConvertedEnvironments | { readonly name: string; readonly cause: string } {
  const parsed = [privateFile, sharedFile].map((name) => parseEnvironmentFile(name, texts[name] ?? '{}'));
  const conflicts: string[] = [];
  const missing = added.filter(({ environment, name, value }) => {
    const present = parsed.flatMap((file) => valueOf(file, environment, name));
    if (present.length > 0 && present[0] !== textOfSetting(value)) conflicts.push(`${environment}: ${name}`);
    return present.length === 0;
  });
  const files: ConvertedEnvironments['files'][number][] = [];
  for (const name of [sharedFile, privateFile]) {
    const own = missing.filter((one) => (one.isSecret ?? isSecretName(one.name)) === (name === privateFile));
    if (own.length === 0) continue;
    const result = addVariables(texts[name], own);
    if ('cause' in result) return { name, cause: result.cause };
    files.push({ name, text: result.text, added: own.length });
  }
  return { files, conflicts };
}

function valueOf(
  file: EnvironmentFile | undefined,
  environment: string,
  name: string,
): readonly (string | undefined)[] {
  return (file?.sections ?? [])
    .filter((section) => section.environment === environment)
    .flatMap(({ variables }) => variables.filter((variable) => variable.name === name).map(({ value }) => value));
}

function textOfSetting(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A list or an object with comments.
    return undefined;
  }
}

function objectOr(value: unknown): object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
