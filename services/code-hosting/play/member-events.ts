import { raiseEvent } from './events';
import type { MemberCall } from './member-call';
import type { RepositoryRecord } from './model';
import type { HostStep } from './responses';
import { accountOf, userView } from './users';

/** Returns the step with the event of a collaborator who was added, changed or removed, for the webhooks that are subscribed to it. */
export function withMemberEvent(
  step: HostStep,
  repository: RepositoryRecord,
  handle: string,
  action: 'added' | 'edited' | 'removed',
  { caller, input }: MemberCall,
): HostStep {
  const found = accountOf(step.state, handle);
  const member = found ? userView(found.account, input.baseUrl) : { login: handle };
  const event = { event: 'member', action, content: { member }, sender: caller.user };
  const { state, effects } = raiseEvent(step.state, repository, event, input);
  return { ...step, state, effects: [...step.effects, ...effects] };
}
