import { Agent, request as requestPlain } from 'node:http';
import type { SandboxEndpoint } from './sandbox-process';

/** A request to a service of a sandbox. */
interface PeerRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  /** Absent: JSON. */
  readonly mediaType?: string;
}

/** What a sandbox responds. */
interface PeerResponse {
  readonly status: number;
  readonly body: string;
}

/** Sends requests to a service of a sandbox on this machine. */
export interface SandboxPeer {
  readonly send: (request: PeerRequest) => Promise<PeerResponse>;
  readonly end: () => void;
}

/** Returns what sends requests to a service of a sandbox, with its credential. */
export function createSandboxPeer({ baseUrl, credential }: SandboxEndpoint): SandboxPeer {
  const agent = new Agent({ keepAlive: true });
  const send = ({ method, path, body, mediaType = 'application/json' }: PeerRequest): Promise<PeerResponse> =>
    new Promise((resolve, reject) => {
      const headers = {
        Accept: 'application/json',
        ...(credential !== undefined && { Authorization: credential }),
        ...(body !== undefined && { 'Content-Type': mediaType, 'Content-Length': Buffer.byteLength(body) }),
      };
      const request = requestPlain(new URL(`${baseUrl}${path}`), { method, headers, agent }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, body: text });
        });
        response.on('error', reject);
      });
      request.on('error', reject);
      request.end(body);
    });
  return {
    send,
    end: () => {
      agent.destroy();
    },
  };
}
