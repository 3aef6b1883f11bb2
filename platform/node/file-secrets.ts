import { secretVariable, type PreparePorts, type SystemPorts } from '../../engine/src/index';
import type { CredentialFile } from './credential-file';

/** The secrets of `{{$secret name}}` for one request: from the environment, or from the private file and then bound to their origins. */
export interface FileSecrets {
  readonly read: NonNullable<SystemPorts['secret']>;
  /** Refuses a request that takes a secret of the file elsewhere. */
  readonly confirm: NonNullable<PreparePorts['confirmSecrets']>;
}

/** Returns the secrets for one request. */
export function fileSecrets(
  { secrets }: Pick<CredentialFile, 'secrets'>,
  environment: (name: string) => string | undefined,
): FileSecrets {
  const used = new Set<string>();
  return {
    read: (name) => {
      const given = environment(secretVariable(name));
      if (given !== undefined) return given;
      used.add(name);
      return secrets.get(name)?.value;
    },
    confirm: ({ url }) => {
      if (used.size === 0) return Promise.resolve(undefined);
      const origin = originIn(url);
      for (const name of used) {
        const kept = secrets.get(name);
        if (kept === undefined || kept.origins.includes(origin)) continue;
        const allowed = kept.origins.join(' and ');
        // The message must not show it.
        const isInHost = origin.toLowerCase().includes(kept.value.toLowerCase());
        return Promise.resolve({
          problem: isInHost
            ? `the secret ${name} stands in the host of the URL`
            : `the secret ${name} is kept for ${allowed} only, and the request goes to ${origin}; keep it for this origin with "rulebook credential set-secret"`,
        });
      }
      return Promise.resolve(undefined);
    },
  };
}

/** Returns scheme, host and port of a URL; the empty text for what is not a URL of the web. */
export function originIn(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.origin : '';
}
