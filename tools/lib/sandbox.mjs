import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endGroup, endWithUs } from './processes.mjs';

/**
 * Starts the command line's sandbox and resolves when it answers. `env` holds, for an editor, where its endpoints are and with
 * which credential they are reached; `stop` ends it.
 * @param {{ freePorts?: boolean, args?: string[] }} [options]
 * @returns {Promise<{ endpoints: { name: string, service: string, baseUrl: string, credential: string }[],
 *   env: Record<string, string>, stop: () => void }>}
 */
export async function startSandbox({ freePorts = false, args = [] } = {}) {
  const cli = join(import.meta.dirname, '../../dist/cli.js');
  const child = spawn(process.execPath, [cli, 'sandbox', '--json', ...(freePorts ? ['--free-ports'] : []), ...args], {
    detached: true,
    // The sandbox ends when its standard input closes, so when we die.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const forget = endWithUs(child);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => (errors += chunk));
  const stop = () => {
    endGroup(child, 'SIGTERM');
    forget();
  };
  const { endpoints } = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The sandbox did not start within 20 s.\n${errors}`)), 20_000);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = parse(line);
      if (!ready?.ready) return;
      clearTimeout(timer);
      resolve(ready);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      reject(new Error(`The sandbox ended with code ${code} before it was ready.\n${errors}`));
    });
  }).catch((error) => {
    stop();
    throw error;
  });
  /** @type {Record<string, string>} */
  const env = {};
  for (const { name, baseUrl, credential } of endpoints) {
    const suffix = name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
    env[`RULEBOOK_ENDPOINT_${suffix}`] = baseUrl;
    if (credential) env[`RULEBOOK_CREDENTIAL_${suffix}`] = credential;
  }
  return { endpoints, env, stop };
}

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
