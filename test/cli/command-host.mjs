// Runs commands of dist/cli.js one after the other, as if each had a process of its own: to start Node and load the program takes longer than
// most commands. A command ends when nothing is left to wait for, as a process does; what it changed of the process is put back. Of one that is
// streamed, input and output come and go in pieces, and its input holds it back until it is over.
import { createRequire } from 'node:module';
import { PassThrough, Readable, Writable } from 'node:stream';
import { callExitListeners, closeSockets, noteListeners, useEnvironment, useStreams } from '../hosted.mjs';

const [program, main] = process.argv.slice(2);
const load = createRequire(import.meta.url);
const here = process.cwd();
const exit = process.exit.bind(process);

/** The command that runs. */
let current;

process.on('message', (message) => {
  if (message.args !== undefined) start(message);
  // The command may have ended before what was sent to it came.
  else if (message.command !== current?.command) return;
  else if (message.input !== undefined) current?.stdin.write(message.input);
  else {
    current?.stdin.end();
    process.channel.unref();
  }
});
process.on('beforeExit', () => {
  if (current !== undefined) end(process.exitCode ?? 0);
  // Waits for the next command.
  process.channel?.ref();
});
// Whoever started it has ended.
process.on('disconnect', () => exit());
const removeListeners = noteListeners();

process.exit = (code) => {
  const result = resultOf(code ?? process.exitCode ?? 0);
  // The rest of the command must not run on.
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', () => undefined);
  process.send({ ...result, isOver: true }, () => exit());
  throw new Error('exit');
};

function start({ args, cwd, env, input, command }) {
  const isStreamed = command !== undefined;
  process.chdir(cwd);
  useEnvironment(env);
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  current = {
    command,
    stdin: isStreamed
      ? new PassThrough()
      : Readable.from(input === undefined ? [] : [Buffer.from(input)], { objectMode: false }),
    stdout: isStreamed ? sender('out') : collector(),
    stderr: isStreamed ? sender('error') : collector(),
  };
  useStreams({ stdin: current.stdin, stdout: current.stdout.stream, stderr: current.stderr.stream });
  process.channel.unref();
  if (isStreamed) {
    process.channel.ref();
    current.stdin.on('pause', () => process.channel.unref()).on('resume', () => process.channel.ref());
  }
  delete load.cache[main];
  load(main);
}

function end(code) {
  const result = resultOf(code);
  removeListeners();
  closeSockets();
  current = undefined;
  process.chdir(here);
  process.send(result);
}

function resultOf(code) {
  callExitListeners(code);
  const { stdout, stderr } = current;
  return { code, out: stdout.text(), error: stderr.text() };
}

/** Hands each piece on as it comes. */
function sender(name) {
  const write = (chunk, _, done) => process.send({ [name]: chunk.toString('utf8') }, () => done());
  return { stream: new Writable({ write }), text: () => '' };
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
