import { variableNameOf } from '@rulebook/request-file/syntax/curl/imported';
import { itemsNamed, memberNamed, textNamed } from './json-value';
import { isDisabled, textFrom } from './postman-texts';

/** A variable of an environment file. */
interface EnvironmentVariable {
  readonly environment: string;
  readonly name: string;
  readonly value: string;
  readonly isSecret?: boolean;
}

/** Returns the variables of an environment of Postman, or of the globals of a workspace, and records those that are disabled. */
export function environmentVariables(
  value: unknown,
  environment: string,
  notes: string[],
): readonly EnvironmentVariable[] {
  return itemsNamed(value, 'values').flatMap((one) => {
    const name = textNamed(one, 'key') ?? '';
    if (name === '') return [];
    if (isDisabled(one)) {
      notes.push(`the variable ${variableNameOf(name)} is left out, because it is disabled`);
      return [];
    }
    const text = textFrom(memberNamed(one, 'value')).replace(
      /\{\{([^{}]+)\}\}/g,
      (_, inner: string) => `{{${variableNameOf(inner)}}}`,
    );
    const isSecret = textNamed(one, 'type') === 'secret' || memberNamed(one, 'secret') === true;
    return [{ environment, name: variableNameOf(name), value: text, ...(isSecret && { isSecret }) }];
  });
}
