import { failure, withProductHeader } from '../services/search-cluster/sandbox/cluster/answers';
import { hostFailure } from '../services/code-hosting/sandbox/answers';
import type { WireResponse } from './model';
import type { SandboxServer } from './sandbox-state';

/** Returns an error in the format of the server's service for a request that did not reach the service. */
export function answerUnheard(server: SandboxServer, status: number, reason: string): WireResponse {
  return server === 'host'
    ? hostFailure(status, reason)
    : withProductHeader(failure(status, 'sandbox_exception', [{ reason }]));
}
