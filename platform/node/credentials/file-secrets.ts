import { variableOfSecret } from '../../../engine/src/sending/private/index';
import type { SystemPorts } from '../../../engine/src/sending/variables/index';
import type { CredentialFile } from './credential-file';

/** Returns what reads the secrets of `{{$secret name}}`: from the environment, or from the private file. Where they may go is decided elsewhere. */
export function fileSecrets(
  { secrets }: Pick<CredentialFile, 'secrets'>,
  environment: (name: string) => string | undefined,
): NonNullable<SystemPorts['secret']> {
  return (name) => environment(variableOfSecret(name)) ?? secrets.get(name)?.value;
}

/** Returns scheme, host and port of a URL; the empty text for what is not a URL of the web. */
export function originIn(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.origin : '';
}
