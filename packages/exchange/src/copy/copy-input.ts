import type { Endpoint } from '@rulebook/checker/binding/model';
import type { OfficialClient } from '@rulebook/catalogue/identity';
import { credentialVariable } from '@rulebook/sender/private/environment-overrides';
import type { PreparedRequest } from '@rulebook/sender/plan/prepared-request';
import type { RequestPlan } from '@rulebook/sender/plan/plan';
import { copiedConnectionOf } from './copied-connection';
import type { CopyInput, ServiceCall } from './copy-source';
import type { PlannedCall } from './planned-call';

/** What is known of a request when it is copied. */
interface CopyFacts {
  readonly plan: RequestPlan;
  readonly request: PreparedRequest;
  readonly secrets: readonly string[];
  /** The endpoint that the request goes to. */
  readonly endpoint: Endpoint | undefined;
  /** The credential that the endpoint received from outside the file. */
  readonly credential?: string | undefined;
  /** The client of the service that the plan names. */
  readonly client: OfficialClient | undefined;
  /** The method of the client for the operation, as `clientCall` of the engine returns it. */
  readonly call?: PlannedCall | undefined;
  readonly hrefOf: CopyInput['hrefOf'];
  readonly showsSecrets: boolean;
  /** Returns the path of a body file as the reader of the copied text has to write it. */
  readonly fileAt: (path: string) => string;
  /** Does so for a file that the configuration names, such as a certificate. */
  readonly connectionFileAt: (path: string) => string;
}

/** Returns what a prepared request is copied from. */
export function copyInputOf(facts: CopyFacts): CopyInput {
  const { plan, request, secrets, endpoint, credential, hrefOf, showsSecrets } = facts;
  const { body } = plan;
  const call = callOf(facts);
  const connection = copiedConnectionOf(endpoint, facts.connectionFileAt);
  return {
    request: { ...request, headers: request.headers.filter((field) => isWritten(field, plan)) },
    secrets,
    showsSecrets,
    hrefOf,
    ...(credential !== undefined &&
      endpoint !== undefined && {
        namedSecrets: new Map([[credential.replace(/^\w+ +/, ''), credentialVariable(endpoint.name)]]),
      }),
    ...(body?.kind === 'file' && !body.fillsVariables && { bodyFile: facts.fileAt(body.path) }),
    isInsecure: endpoint?.insecure === true,
    followsRedirects: plan.staysAtUrl !== true,
    ...(connection && { connection }),
    ...(call && { call }),
  };
}

/** Fields that each sender adds by itself: those of ours are not for others, unless somebody has written them. */
function isWritten([name, value]: readonly [string, string], { headers }: RequestPlan): boolean {
  // An `Accept` of the service is more than what every sender says.
  const isAdded = /^(?:accept: \*\/\*$|user-agent: rulebook\/|accept-encoding: )/i.test(`${name}: ${value}`);
  // The name may be that of a variable, which stands for a whole line.
  return (
    !isAdded ||
    headers.some((field) => field.whole !== undefined || field.name.join('').toLowerCase() === name.toLowerCase())
  );
}

function callOf({ plan, request, endpoint, client, hrefOf, call: named }: CopyFacts): ServiceCall | undefined {
  const href = hrefOf(request.url);
  if (client === undefined || href === undefined) return undefined;
  const base = (endpoint && hrefOf(endpoint.baseUrl)?.replace(/\/$/, '')) ?? '';
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(href) ?? [];
  const isBelow = base !== '' && /^(?:[/?]|$)/.test(href.slice(base.length)) && href.startsWith(base);
  return {
    client,
    baseUrl: isBelow ? base : origin,
    ...(plan.template !== undefined && { template: plan.template }),
    ...(named && { named }),
  };
}
