import type { ChildProcessWithoutNullStreams } from 'node:child_process';

/** What a command ended with. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Gives a process its standard input, and waits for its end. */
export function endOf(child: ChildProcessWithoutNullStreams, input?: string): Promise<Ended> {
  child.stdin.end(input);
  let out = '';
  let error = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (error += chunk));
  return new Promise((done, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      done({ code, out, error });
    });
  });
}
