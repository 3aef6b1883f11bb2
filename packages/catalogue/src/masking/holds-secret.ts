import { maskNamedSecrets } from './mask-named-secrets';
import { isSecretName } from './secret-names';

const definition = /^\s*@([^\s=]+?)\s*:?=\s*(\S{1,2})/;

/** Returns whether a line of a request file holds the value of a secret, as a definition or in a member, a parameter or a header field. */
export function holdsSecret(line: string): boolean {
  const [, name = '', value = '{{'] = definition.exec(line) ?? [];
  return (isSecretName(name) && value !== '{{') || maskNamedSecrets(line).spans.length > 0;
}
