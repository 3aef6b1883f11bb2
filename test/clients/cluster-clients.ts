import { Client, errors, type ClientOptions } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect } from 'vitest';
import { startSandbox, type RunningSandbox } from '../cli/command-line';

/** Starts a sandbox for the tests of a file, to which official clients can be connected. */
export function playClusters() {
  const clients: Client[] = [];
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await sandbox.end();
  });

  /** Where an endpoint is and what its administrator sends. */
  const endpoint = (name: string) => {
    const { baseUrl, credential } = sandbox.ready.endpoints.find((candidate) => candidate.name === name)!;
    return { node: baseUrl, bearer: credential.replace('Bearer ', '') };
  };
  /** The official client as it would be pointed at a real cluster, with the sandbox's address instead. */
  const connect = (name = 'sandbox-cluster', options: ClientOptions = {}): Client => {
    const { node, bearer } = endpoint(name);
    const client = new Client({ node, auth: { bearer }, ...options });
    clients.push(client);
    return client;
  };
  return { endpoint, connect };
}

/** Resolves with the refusal as the client reports it. */
export async function refusal(
  call: Promise<unknown>,
): Promise<{ readonly status: number | undefined; readonly type: string }> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(errors.ResponseError);
  const { statusCode, body } = error as errors.ResponseError & { readonly body: { readonly error: { type: string } } };
  return { status: statusCode, type: body.error.type };
}
