import { failure, withProductHeader } from './cluster/answers';
import { hostFailure } from './host/answers';
import type { WireResponse } from './model';
import type { SandboxServer } from './sandbox-state';

/** Answers, in the form of the server's service, a request that never came as far as the service. */
export function answerUnheard(server: SandboxServer, status: number, reason: string): WireResponse {
  return server === 'host'
    ? hostFailure(status, reason)
    : withProductHeader(failure(status, 'sandbox_exception', [{ reason }]));
}
