/** What the user can be asked about before a request is sent. */
type ObjectionKind =
  | 'omitted'
  | 'conflict'
  | 'problems'
  | 'errors'
  | 'no-endpoint'
  | 'note'
  | 'protected'
  | 'destructive'
  /** The value of a variable makes another request of the one that is written. */
  | 'changed'
  /** Who knows the services does not respond, so it is not known what the request does with its values. */
  | 'unjudged'
  /** The request asks not to verify the certificate of the server. */
  | 'unverified';

/** Why something is not done, for whatever is on the way of a request to the socket. No text in it holds a private value. */
export interface Refusal {
  /** `cancelled`: the user has said so, and needs no words about it. `omitted`: a run leaves it out, which is not a failure. */
  readonly kind: 'refused' | 'cancelled' | ObjectionKind;
  /** A part of a sentence. */
  readonly cause: string;
  /** What can be done about it, as the end of that sentence. */
  readonly nextStep?: string;
}

/** Why a request is not sent unless the user agrees. */
export interface Objection extends Refusal {
  readonly kind: ObjectionKind;
  /** What will be lost, in sentences; of the kinds `protected` and `destructive` only. */
  readonly losses: readonly string[];
  /** The request can be sent when the user agrees. */
  readonly mayProceed: boolean;
  /** The environment that is protected, where the endpoint is not. */
  readonly environment?: string | undefined;
}

/** What the user has ended without a word. */
export const cancelled: Refusal = { kind: 'cancelled', cause: 'it was cancelled' };

/** Returns a refusal for a cause, and what can be done about it. */
export function refused(cause: string, nextStep?: string): Refusal {
  return { kind: 'refused', cause, ...(nextStep !== undefined && { nextStep }) };
}

/** Returns a refusal in words. */
export function reasonOf({ cause, nextStep }: Refusal): string {
  return nextStep === undefined ? cause : `${cause}; ${nextStep}`;
}
