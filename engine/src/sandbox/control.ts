import type { StepInput, StepResult, WireRequest } from './model';
import { createSandboxState, type SandboxServer, type SandboxState } from './sandbox-state';
import { answer, result } from './wire';

/** Answers a control request below `/_sandbox`; returns undefined for any other request. */
export function stepControl(
  state: SandboxState,
  _server: SandboxServer,
  request: WireRequest,
  _input: StepInput,
): StepResult<SandboxState> | undefined {
  const [path = ''] = request.target.split('?');
  if (path === '/_sandbox/reset' && request.method === 'POST') {
    return result(createSandboxState(state.seed), answer(200, { acknowledged: true }));
  }
  return undefined;
}
