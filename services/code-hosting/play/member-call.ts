import type { HostState, TokenRecord } from './model';
import type { HostStep } from './responses';
import type { StepInput } from '@rulebook/sandbox/model';
import type { Call } from '@rulebook/sandbox/wire';

/** A request about who takes part in a repository, from a known caller. */
export interface MemberCall extends Call {
  readonly caller: TokenRecord;
  readonly body: Readonly<Record<string, unknown>>;
  readonly input: StepInput;
}

export type MemberHandler = (state: HostState, call: MemberCall) => HostStep;
