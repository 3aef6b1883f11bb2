import { readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLoopbackOrigin } from '@rulebook/sender/configuration';
import { readPrivateFile, writePrivateFile } from '../files/private-file';
import type { SandboxEndpoint } from './sandbox-process';

/** What a running sandbox says about itself to other programs of its user. */
interface RuntimeFile {
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly started: number;
  readonly endpoints: readonly SandboxEndpoint[];
}

const fileName = /^sandbox-\d+\.json$/;
/** In milliseconds; a server on this machine answers at once or not at all. */
const patience = 500;

/**
 * Lets other programs of this user find a sandbox that runs in this process; returns a function that ends that. A sandbox without an
 * address of loopback is not announced.
 */
export function announceSandbox(
  endpoints: readonly SandboxEndpoint[],
  environment: (name: string) => string | undefined,
): () => void {
  if (!endpoints.every(({ baseUrl }) => isLoopbackOrigin(baseUrl))) return () => undefined;
  const path = join(runtimeFolder(environment), `sandbox-${process.pid}.json`);
  const content: RuntimeFile = { pid: process.pid, started: Date.now(), endpoints };
  writePrivateFile(path, `${JSON.stringify(content)}\n`);
  return () => {
    rmSync(path, { force: true });
  };
}

/** Finds the sandbox of this user that was started last and still answers. Files that a killed one left behind are removed. */
export async function findSandbox(
  environment: (name: string) => string | undefined,
): Promise<readonly SandboxEndpoint[] | undefined> {
  const folder = runtimeFolder(environment);
  const found = filesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const content = readRuntimeFile(path);
    if (content === undefined) return [];
    if (isAlive(content.pid)) return [content];
    rmSync(path, { force: true });
    return [];
  });
  for (const { endpoints } of found.sort((a, b) => b.started - a.started)) {
    // Another process may have the number by now.
    const answers = await Promise.all(endpoints.map(({ baseUrl }) => isListening(baseUrl)));
    if (answers.length > 0 && answers.every(Boolean)) return endpoints;
  }
  return undefined;
}

/** The folder is private: below the user's own runtime folder, or in the temporary folder with the user's id in its name; its owner is checked. */
function runtimeFolder(environment: (name: string) => string | undefined): string {
  const own = environment('XDG_RUNTIME_DIR') ?? '';
  return own.startsWith('/') ? join(own, 'rulebook') : join(tmpdir(), `rulebook-${process.getuid?.() ?? 'user'}`);
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => fileName.test(name));
  } catch {
    return [];
  }
}

function readRuntimeFile(path: string): RuntimeFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readPrivateFile(path) ?? '');
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { pid, started, endpoints } = value as Readonly<Record<string, unknown>>;
  if (typeof pid !== 'number' || typeof started !== 'number' || !Array.isArray(endpoints)) return undefined;
  const read = (endpoints as readonly unknown[]).map(readEndpoint);
  return read.every((one) => one !== undefined) ? { pid, started, endpoints: read } : undefined;
}

/** A credential goes to this machine only, whatever the file says. */
function readEndpoint(value: unknown): SandboxEndpoint | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, baseUrl, service, credential } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof baseUrl !== 'string' || !isLoopbackOrigin(baseUrl)) return undefined;
  return {
    ...{ name, baseUrl },
    ...(typeof service === 'string' && { service }),
    ...(typeof credential === 'string' && { credential }),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // There is no such process, or it belongs to another user.
    return false;
  }
}

function isListening(baseUrl: string): Promise<boolean> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port || 80) });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.setTimeout(patience, () => {
      end(false);
    });
    socket.once('connect', () => {
      end(true);
    });
    socket.once('error', () => {
      end(false);
    });
  });
}
