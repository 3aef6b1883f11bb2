import { readdirSync, readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const megabyte = 1024 * 1024;

/** Returns the resident memory of a process in megabytes. */
export function residentOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Returns the process of the language server, a child of the extension host. */
export function serverProcess(): number {
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      if (Number(parent) === process.pid && command.includes('dist/server.js')) return Number(name);
    } catch {
      // It has ended meanwhile.
    }
  }
  throw new Error('There is no process of the language server.');
}

/** Returns what the extension host holds after a collection of garbage, in megabytes. */
export async function usedByHost(): Promise<{ readonly used: number; readonly resident: number }> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // What is released by finalizers goes with the next collection.
  for (let turn = 0; turn < 4; turn++) {
    collect();
    await new Promise((done) => setTimeout(done, 250));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { used: (heapUsed + external) / megabyte, resident: residentOf(process.pid) };
}

/** Follows the resident memory of processes; `end` returns by how many megabytes each has grown at most. */
export function followGrowth(pids: readonly number[]): { readonly end: () => readonly number[] } {
  const before = pids.map(residentOf);
  const most = [...before];
  const timer = setInterval(() => {
    pids.forEach((pid, index) => (most[index] = Math.max(most[index] ?? 0, residentOf(pid))));
  }, 20);
  return {
    end: () => {
      clearInterval(timer);
      return most.map((megabytes, index) => megabytes - (before[index] ?? 0));
    },
  };
}
