import type { StepInput } from '@rulebook/sandbox/model';
import type { Call } from '@rulebook/sandbox/wire';
import type { RepositoryRecord, TokenRecord } from './model';

/** A request to an existing repository, from an authorized caller. */
export interface HostCall extends Call {
  readonly owner: string;
  readonly repo: string;
  readonly repository: RepositoryRecord;
  readonly caller: TokenRecord;
  /** The members of the body; empty without one. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly input: StepInput;
}
