import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { compileOwnDescription, packDescription } from '@rulebook/description';
import { createEngine } from '@rulebook/engine';
import { unpackDescription, type DescriptionForm, type PackedDescription } from '@rulebook/services';
import { startServer } from '../../server/src/server';
import type { StartMessage, WorkerAnswer, WorkerMessage } from './messages';

declare const self: DedicatedWorkerGlobalScope;

/** All files that there are, by their URIs. */
let files: ReadonlyMap<string, string> = new Map();

self.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
  files = new Map(Object.entries(data.files));
  if (data.kind === 'start') void start(data);
  else answer({ kind: 'files', turn: data.turn });
};

function answer(message: WorkerAnswer): void {
  self.postMessage(message);
}

async function start({ port, descriptions, rulePages }: StartMessage): Promise<void> {
  const loaded = new Map<string, string>();
  const missing: string[] = [];
  // The engine asks for a description in the middle of a check, so all of them are here before.
  await Promise.all(
    Object.entries(descriptions).map(async ([name, address]) => {
      const text = await loadText(address).catch(() => undefined);
      if (text === undefined) missing.push(name);
      else loaded.set(name, text);
    }),
  );
  answer({ kind: 'started', missing });

  // A message to oneself comes behind those that have arrived, without the delay of nested timeouts.
  const tasks: (() => void)[] = [];
  const channel = new MessageChannel();
  channel.port1.onmessage = () => tasks.shift()?.();

  startServer((options) => createConnection(new BrowserMessageReader(port), new BrowserMessageWriter(port), options), {
    createEngine: ({ onRuleFailure }) =>
      createEngine({ onRuleFailure, loadDescription: (name) => unpacked(loaded.get(name)) }),
    defer: (task) => {
      tasks.push(task);
      channel.port2.postMessage(undefined);
    },
    readFile: (uri) => Promise.resolve(files.get(uri)),
    rulePage: (rule) => `${rulePages}${rule}.html`,
    describe: (root, path, _, form) => Promise.resolve(describe(`${root}/${path.replace(/^\.\//, '')}`, form)),
  });
}

async function loadText(address: string): Promise<string> {
  const { body, ok } = await fetch(address);
  if (!ok || body === null) throw new Error('It cannot be loaded.');
  return new Response(body.pipeThrough(new DecompressionStream('gzip'))).text();
}

function unpacked(text: string | undefined): PackedDescription | undefined {
  return text === undefined ? undefined : unpackDescription(text)?.description;
}

function describe(uri: string, form?: DescriptionForm) {
  const text = files.get(uri);
  if (text === undefined) return { cause: 'there is no such file', files: [uri] };
  const name = uri.slice(uri.lastIndexOf('/') + 1);
  const { compiled, problems } = compileOwnDescription({
    name,
    text,
    read: () => ({ cause: 'the playground has one file; put its parts into it' }),
    form,
  });
  const packed = compiled && unpacked(packDescription(compiled).join('\n'));
  return {
    files: [uri],
    problems: problems.map((problem) => ({ ...problem, uri })),
    ...(packed && { compiled: packed }),
  };
}
