// Runs dist/server.js for one client after the other, as if each had a process of its own: to start Node, load the program and warm it up takes
// longer than most sessions. Each client connects to a port, and the connection is the standard input and output of its server.
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { callExitListeners, closeSockets, noteListeners, useEnvironment, useStreams } from '../hosted.mjs';

const [program, main] = process.argv.slice(2);
const load = createRequire(import.meta.url);
const exit = process.exit.bind(process);
process.argv = [process.execPath, program, '--stdio'];

/** The connection of the client that is served. */
let current;

/** What a server waits for must not wake after its session. */
const timers = new Set();
for (const name of ['setTimeout', 'setInterval']) {
  const set = globalThis[name];
  globalThis[name] = Object.assign((...args) => {
    const timer = set(...args);
    timers.add(timer);
    return timer;
  }, set);
}

process.on('disconnect', () => exit());
process.on('message', ({ env }) => {
  useEnvironment(env);
  process.send({ isPrepared: true });
});
const removeListeners = noteListeners();

process.exit = (code = 0) => {
  if (current === undefined) return;
  callExitListeners(code);
  const socket = current;
  current = undefined;
  removeListeners();
  closeSockets();
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  // The former server must not hear of the end.
  socket.removeAllListeners();
  socket.on('error', () => undefined).on('close', () => process.send({ code }));
  socket.end(() => socket.destroy());
  // The library logs what it cannot send, and then that it cannot send its log, without an end.
  socket.write = (_, encoding, done) => {
    const written = typeof encoding === 'function' ? encoding : done;
    if (written) setImmediate(written);
    return true;
  };
};

const listener = createServer({ noDelay: true }, (socket) => {
  current = socket;
  useStreams({ stdin: socket, stdout: socket });
  delete load.cache[main];
  load(main);
});
listener.listen(0, '127.0.0.1', () => process.send({ port: listener.address().port }));
