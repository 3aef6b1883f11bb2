import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { MachineOutcome } from '@rulebook/sandbox';
import { isLoopbackHost } from '@rulebook/text';
import { lookedUp } from '../http/looked-up';

const patience = 5000;

/** Finds out whether something answers at an http or https address, and contacts another machine only if allowed. Never rejects. */
export function probeUrl(text: string, allowHosts: readonly string[]): Promise<MachineOutcome> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    return Promise.resolve({ problem: 'This is not an http or https address.' });
  }
  const { hostname } = url;
  if (!isLoopbackHost(hostname) && !allowHosts.some((host) => host === '*' || host === hostname)) {
    const problem = `The sandbox does not contact other machines; start it with --allow-host ${hostname}, or register with verify=false.`;
    return Promise.resolve({ problem });
  }
  const target = new URL('index.latest', url.href.endsWith('/') ? url : `${url.href}/`);
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? requestTls : requestPlain;
    const address = { host: lookedUp(hostname), hostname: lookedUp(hostname), headers: { Host: target.host } };
    const request = send(target, { ...address, method: 'GET', signal: AbortSignal.timeout(patience) }, (response) => {
      const { statusCode = 0 } = response;
      response.destroy();
      // A repository without snapshots has no such file yet.
      resolve(statusCode < 500 ? {} : { problem: `The address answers with status ${statusCode}.` });
    });
    request.on('error', () => {
      resolve({ problem: 'Nothing answers at the address.' });
    });
    request.end();
  });
}
