// What a process keeps of one program after the other, when it runs several as if each had a process of its own.
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const events = ['message', 'disconnect', 'beforeExit', 'exit', 'uncaughtException', 'unhandledRejection', 'warning'];
const watched = [...events, 'SIGINT', 'SIGTERM', 'SIGHUP'];

/** The connections that a program opened; an idle one does not hold a process back, and would stay for the next program. */
const sockets = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
  sockets.add(this);
  return connect.apply(this, args);
};

/** Closes the connections that the program opened. */
export function closeSockets() {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
}

/** Notes who listens to the process; what is returned removes those who came later. */
export function noteListeners() {
  const known = watched.map((event) => [event, process.rawListeners(event)]);
  return () => {
    for (const [event, before] of known) {
      for (const listener of process.rawListeners(event))
        if (!before.includes(listener)) process.removeListener(event, listener);
    }
  };
}

/** Calls those who wait for the end of the process. */
export function callExitListeners(code) {
  for (const listener of process.rawListeners('exit')) listener.call(process, code);
}

/** Gives the process other variables. */
export function useEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** Gives the process other standard streams. */
export function useStreams(streams) {
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true, writable: true, enumerable: true });
  // For those who import `stdin` by its name.
  syncBuiltinESMExports();
}
