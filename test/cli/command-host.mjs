// Runs commands of dist/cli.js one after the other, as if each had a process of its own: to start Node and load the program takes longer than
// most commands. A command ends when nothing is left to wait for, as a process does; what it changed of the process is put back.
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [program, main] = process.argv.slice(2);
const here = process.cwd();
const exit = process.exit.bind(process);

let count = 0;
/** The command that runs. */
let current;

/** The connections that the command opened; an idle one does not hold a process back, and would stay for the next command. */
const sockets = new Set();
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
  sockets.add(this);
  return connect.apply(this, args);
};

process.on('message', start);
process.on('beforeExit', () => {
  if (current !== undefined) end(process.exitCode ?? 0);
  // Waits for the next command.
  process.channel?.ref();
});
// Whoever started it has ended.
process.on('disconnect', () => exit());
const ownListeners = listeners();

process.exit = (code) => {
  const result = resultOf(code ?? process.exitCode ?? 0);
  // The rest of the command must not run on.
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', () => undefined);
  process.send({ ...result, isOver: true }, () => exit());
  throw new Error('exit');
};

function start({ args, cwd, env, input }) {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  current = { stdout: collector(), stderr: collector() };
  replace('stdin', Readable.from(input === undefined ? [] : [Buffer.from(input)], { objectMode: false }));
  replace('stdout', current.stdout.stream);
  replace('stderr', current.stderr.stream);
  // For those who import `stdin` by its name.
  syncBuiltinESMExports();
  process.channel.unref();
  count += 1;
  void import(`${pathToFileURL(main).href}?command=${count}`);
}

function end(code) {
  const result = resultOf(code);
  for (const [event, known] of ownListeners) {
    for (const listener of process.rawListeners(event))
      if (!known.includes(listener)) process.removeListener(event, listener);
  }
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  current = undefined;
  process.chdir(here);
  process.send(result);
}

function resultOf(code) {
  for (const listener of process.rawListeners('exit')) listener.call(process, code);
  const { stdout, stderr } = current;
  return { code, out: stdout.text(), error: stderr.text() };
}

function listeners() {
  const events = ['message', 'disconnect', 'beforeExit', 'exit', 'uncaughtException', 'unhandledRejection', 'warning'];
  return [...events, 'SIGINT', 'SIGTERM', 'SIGHUP'].map((event) => [event, process.rawListeners(event)]);
}

function replace(name, value) {
  Object.defineProperty(process, name, { value, configurable: true, writable: true, enumerable: true });
}

function collector() {
  const chunks = [];
  const stream = new Writable({
    highWaterMark: 2 ** 30,
    write: (chunk, _, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
