/** Why a request is not sent unless the user agrees. */
export interface Objection {
  readonly kind:
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
  /** Half a sentence; the sender adds what can be done about it. */
  readonly reason: string;
  /** What will be lost, in sentences; of the kinds `protected` and `destructive` only. */
  readonly losses: readonly string[];
  /** The request can be sent when the user agrees. */
  readonly mayProceed: boolean;
  /** The environment that is protected, where the endpoint is not. */
  readonly environment?: string;
}
