import type { Endpoint } from '@rulebook/engine';
import { questionAbout, type Decision } from '@rulebook/sender/send';
import type { Objection } from '@rulebook/sender/plan';
import { isSandboxEndpoint } from '@rulebook/sender/configuration';
import { type RequestPlan, refused } from '@rulebook/sender/plan';
import { credentialWayOf, wayOf } from '@rulebook/sender/private';
import { askParent } from '../configuration/ask-parent';
import { askOnTerminal } from '../configuration/credentials';
import type { WayOptions } from './sender-options';

/** Returns why a request may not go to an endpoint or elsewhere, whatever the user says: with --sandbox, it stays there. */
export function forbid(
  place: Endpoint | undefined,
  url: string | undefined,
  options: WayOptions,
  host?: string,
): string | undefined {
  if (host !== undefined && (options.sandbox || options.onlyWay !== undefined))
    return `its Host is ${host}, which is not that of its URL; remove the field`;
  return options.sandbox && !isSandboxEndpoint(place) ? foreignReason(place) : otherWay(place, url, options);
}

function foreignReason(place: Endpoint | undefined): string {
  const target = place ? `the endpoint ${place.name}` : 'another host';
  return `it goes to ${target}, but --sandbox sends to the sandbox only; write its path alone, without host and endpoint, or run it without --sandbox`;
}

/** Returns why a request may not go where no one said at the start that it may; of a path, only its endpoint is known before it is filled in. */
function otherWay(
  place: Endpoint | undefined,
  url: string | undefined,
  { onlyWay, guardedWay = [] }: WayOptions,
): string | undefined {
  if (onlyWay === undefined || (place === undefined && url === undefined)) return undefined;
  const way = place === undefined ? wayOf(url ?? '', undefined) : credentialWayOf(place);
  // A model can change the file that says what is protected.
  if (guardedWay.includes(way) && place?.protected !== true)
    return `it goes to ${way}, which was protected when the server was started, and no protected endpoint leads there now; the user can start the server again`;
  if (onlyWay.includes(way) || (isSandboxEndpoint(place) && place?.folder === undefined)) return undefined;
  return `it goes to ${way}, which was not named when the server was started; the user can start it with --allow-endpoint`;
}

/** What is asked about on a terminal. */
const isQuestion: ReadonlySet<Objection['kind']> = new Set([
  'destructive',
  'note',
  'unverified',
  'changed',
  'unjudged',
]);
/** What the user of a language model decides. Errors are for the model to correct. */
const asked: ReadonlySet<Objection['kind']> = new Set([...isQuestion, 'protected']);

/** Decides about a reason not to send a request that the options do not decide: by a question on the terminal before something is destroyed. */
export async function decide(objection: Objection, place: Endpoint | undefined, plan: RequestPlan): Promise<Decision> {
  const { kind, cause, mayProceed } = objection;
  const hasName = kind !== 'no-endpoint' || plan.unknownEndpoint !== undefined;
  if (askParent !== undefined && mayProceed && asked.has(kind))
    return (await askParent(questionAbout(objection, plan, place)))
      ? 'proceed'
      : refused('the user did not confirm it');
  if (askOnTerminal === undefined || !isQuestion.has(kind))
    return refused(hasName ? cause : `${cause} or --endpoint`, mayProceed ? advice[kind] : undefined);
  return (await askOnTerminal(questionAbout(objection, plan, place))) ? 'proceed' : refused('you did not confirm it');
}

/** What sends a request anyway: an option, most of the time. */
const advice: Readonly<Partial<Record<Objection['kind'], string>>> = {
  problems: 'correct it, or add --send-anyway to send the rest',
  errors: 'run `rulebook check` for details, or add --send-anyway',
  protected: 'add --send-anyway to change something there',
  destructive: 'add --yes to do it',
  note: 'add --yes to send it',
  unverified: 'add --yes to send it',
  changed: 'correct the value, or add --send-anyway to send it as it is',
  unjudged: 'add --send-anyway to send it',
  omitted: 'add --send-anyway to send it',
};
