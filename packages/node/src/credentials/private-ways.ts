import { refused } from '@rulebook/sender/refusal';
import type { WayPorts, WayQuestion } from '@rulebook/sender/ports';
import { keyOfSource, originOf, type PrivateSource } from '@rulebook/sender/private';
import { schemeOfReference } from '@rulebook/sender/variables';
import type { CredentialFile } from './credential-file';
import { realPathOf } from '../files/files';
import { trustedEndpoints } from './trusted-endpoints';

/** What decides on this machine where private values may go. */
export interface PrivateWaysOptions {
  readonly environment: (name: string) => string | undefined;
  readonly kept: Pick<CredentialFile, 'secrets'>;
  /** URLs whose origins the user allows for this command. */
  readonly allowed?: readonly string[];
  /** The names of the endpoints that the user trusts for this command. */
  readonly trusted?: readonly string[];
  /** Asks the user a question; "Yes" is remembered. Absent where no one can be asked. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
  /** Whether "Yes" holds for later requests, too; it does when absent. */
  readonly remembers?: boolean;
  /** What allows the values without a question, as the end of a sentence. */
  readonly advice?: (question: WayQuestion) => string;
  /** Receives a sentence when the response cannot be remembered. */
  readonly onForgotten: (sentence: string) => void;
}

/** Returns what decides where private values go: the options of the command, and what the user confirmed before on this machine. */
export function privateWays(options: PrivateWaysOptions): WayPorts {
  const { environment, kept, allowed = [], trusted = [], confirm, remembers = true } = options;
  const confirmed = trustedEndpoints(environment);
  const origins = new Set(allowed.map(originOf));
  return {
    realFolder: (folder) => realPathOf(folder) ?? folder,
    isAllowed: (source, way, place) => {
      if (origins.has(way) || (place !== undefined && trusted.includes(place.name))) return true;
      if (isKept(source)) return kept.secrets.get(source.name)?.origins.includes(way) === true;
      return confirmed.has({ name: keyOfSource(source), origin: way });
    },
    ask: async (question) => {
      const { sources, what, isCarried, way, shown } = question;
      const secret = sources.find(isKept);
      if (secret !== undefined) {
        const ways = kept.secrets.get(secret.name)?.origins.join(' and ') ?? '';
        return refused(
          `the secret ${secret.name}${isCarried === true ? ', which a script has read,' : ''} is kept for ${ways} only, and the request goes to ${shown.way}; keep it for this origin with "rulebook credential set-secret"`,
        );
      }
      if (confirm === undefined) {
        const advice = options.advice?.(question);
        const step = advice === undefined ? '' : `; if that is meant, ${advice}`;
        return refused(`${what} has not been sent to ${shown.way} before${step}`);
      }
      // Where it is not remembered, someone else may read the question along with the user.
      const asked = remembers
        ? `The request sends ${what} to ${way}. Send it? "Yes" is remembered.`
        : `The request sends ${what} to ${shown.way}. Send it?`;
      if (!(await confirm(asked)))
        return refused(`you did not allow sending ${what} to ${remembers ? way : shown.way}`);
      if (!remembers) return undefined;
      try {
        for (const source of sources) confirmed.add({ name: keyOfSource(source), origin: way });
      } catch {
        options.onForgotten(`${confirmed.path} cannot be written, so you will be asked again next time`);
      }
      return undefined;
    },
  };
}

/** A kept secret has its origins with it; where a reference may go is confirmed like other private values. */
function isKept(source: PrivateSource): source is Extract<PrivateSource, { readonly kind: 'secret' }> {
  return source.kind === 'secret' && schemeOfReference(source.name) === undefined;
}

/** Says which option of the command line allows values to go somewhere: only a plain origin can be given as a URL. */
export function adviseWay({ place, way, origin, shown, host }: WayQuestion): string {
  if (host !== undefined) return 'write this host in the URL';
  if (way === origin) return `add --allow-origin ${shown.origin}`;
  return place === undefined ? 'remove `# @insecure` from the request' : `add --trust-endpoint ${place.name}`;
}
