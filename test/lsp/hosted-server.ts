import { fork, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** The standard streams of a server, as its client sees them. */
export interface Streams {
  readonly output: Readable;
  readonly input: Writable;
  readonly exited: Promise<number | null>;
}

interface Host {
  readonly child: ChildProcess;
  readonly port: number;
  /** How many servers ran in it. */
  sessions: number;
}

/** A module that was loaded stays in its process, so this one serves so many clients only. */
const mostSessions = 40;

/** Processes whose last server has ended. */
const idle: Host[] = [];

/** Starts the server in a process that serves one client after the other; its modules but the first are loaded once. */
export async function startHosted(program: string, env: NodeJS.ProcessEnv): Promise<Streams> {
  const host = idle.pop() ?? (await startHost(program));
  const { child } = host;
  child.ref();
  host.sessions++;
  const prepared = messageOf(child);
  child.send({ env });
  await prepared;
  const socket = connect({ port: host.port, host: '127.0.0.1', noDelay: true });
  await new Promise((done) => socket.once('connect', done));
  const exited = messageOf<{ readonly code: number }>(child).then(({ code }) => {
    child.unref();
    socket.destroy();
    if (host.sessions < mostSessions && code === 0) idle.push(host);
    else child.disconnect();
    return code;
  });
  return { output: socket, input: socket, exited };
}

async function startHost(program: string): Promise<Host> {
  const main = join(dirname(program), 'parts/server.cjs');
  const child = fork(join(import.meta.dirname, 'server-host.mjs'), [program, main], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.channel?.unref();
  const { port } = await messageOf<{ readonly port: number }>(child);
  return { child, port, sessions: 0 };
}

/** Returns the next message of a process, or fails when it ends before. */
function messageOf<Message>(child: ChildProcess): Promise<Message> {
  return new Promise((done, reject) => {
    const lost = () => {
      reject(new Error('The process that runs the server has ended.'));
    };
    child.once('close', lost).once('message', (message) => {
      child.off('close', lost);
      done(message as Message);
    });
  });
}
