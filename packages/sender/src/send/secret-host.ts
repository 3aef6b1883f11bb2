import type { RequestPlan, Segment } from '../plan/plan';
import { refused, type Refusal } from '../refusal';
import { fillerPartsOf, type RequestValues } from '../variables/request-values';
import { createFiller } from '../variables/resolve-variables';
import { schemeOfReference, secretNameOf, type SystemPorts } from '../variables/system-variables';

/**
 * Returns why a request is not sent whose host is a secret that a command resolves, also by way of other variables: where a secret may go is decided
 * by the host, so that must be known before the command runs. The URL may be a kept secret: the ways for which it is kept decide.
 */
export function problemOfSecretHost(plan: RequestPlan, values: RequestValues): Refusal | undefined {
  const { target, headers } = plan;
  const isWritten = isText(target) && headers.every(({ name, value }) => isText(name) && isText(value));
  if (isWritten) return undefined;
  const secrets: string[] = [];
  const system: SystemPorts = {
    ...values.system,
    standIn: (name) => {
      const secret = secretNameOf(name);
      return secret === undefined ? values.system.standIn?.(name) : `value-of-secret-${secrets.push(secret)}.`;
    },
  };
  const { fill } = createFiller(...fillerPartsOf(plan, { ...values, system }));
  const texts = [
    originIn(fill(target)),
    ...headers.flatMap(({ name, value }) => (isHost(fill(name)) ? [fill(value)] : [])),
  ];
  const found = secrets.find(
    (secret, index) =>
      schemeOfReference(secret) !== undefined && texts.some((text) => text.includes(`value-of-secret-${index + 1}.`)),
  );
  return found === undefined
    ? undefined
    : refused(
        `the secret ${found} is in the host of the URL, which must be known before its command runs`,
        'write the host, or define it in an environment',
      );
}

function isText(segments: readonly Segment[]): boolean {
  return segments.every((segment) => typeof segment === 'string');
}

/** Returns scheme, host and port of a target, without user name and password; nothing of a path. */
function originIn(target: string): string {
  return target.replace(/^((?:[^/\\?#]*:[/\\]{2})?[^/\\?#]*)[^]*$/, '$1').replace(/(^|[/\\])[^/\\]*@/, '$1');
}

/** Returns whether a field says who reads the request; its name may be the value of a variable, too. */
function isHost(name: string): boolean {
  return /^(?:host|:authority)$/i.test(name.trim());
}
