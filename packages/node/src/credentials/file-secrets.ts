import { refused, type Refusal } from '@rulebook/sender/refusal';
import { variableOfSecret } from '@rulebook/sender/private';
import { mask } from '@rulebook/catalogue/masking';
import { schemeOfReference, secretNameOf, type SystemPorts } from '@rulebook/sender/variables';
import type { CredentialFile } from './credential-file';
import type { ReferencedSecrets } from './secret-commands';

/**
 * Returns what reads the secrets of `{{$secret name}}`: from the environment, or from the private file; and those of references that were
 * loaded. Where they may go is decided elsewhere.
 */
export function fileSecrets(
  { secrets }: Pick<CredentialFile, 'secrets'>,
  environment: (name: string) => string | undefined,
  references?: Pick<ReferencedSecrets, 'read'>,
): NonNullable<SystemPorts['secret']> {
  return (name) => {
    if (schemeOfReference(name) !== undefined) return references?.read(name);
    return environment(variableOfSecret(name)) ?? secrets.get(name)?.value;
  };
}

/** Returns the same for an explanation, which runs no command: the mask is in the place of what a reference leads to. */
export function explainedSecrets(
  kept: Pick<CredentialFile, 'secrets'>,
  environment: (name: string) => string | undefined,
): NonNullable<SystemPorts['secret']> {
  return fileSecrets(kept, environment, { read: () => mask });
}

/** Loads the references among variables without a value; returns the other names, or why one cannot be loaded. */
export async function loadReferences(
  names: readonly string[],
  references: Pick<ReferencedSecrets, 'load'>,
): Promise<readonly string[] | Refusal> {
  const others: string[] = [];
  for (const variable of names) {
    const name = secretNameOf(variable);
    if (name === undefined || schemeOfReference(name) === undefined) others.push(variable);
    else {
      const problem = await references.load(name);
      if (problem !== undefined) return refused(problem);
    }
  }
  return others;
}

/** Returns scheme, host and port of a URL; the empty text for what is not a URL of the web. */
export function originIn(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.origin : '';
}
