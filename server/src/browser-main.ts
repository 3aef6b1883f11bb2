import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { createEngine } from '../../engine/src/index';
import { startServer } from './server';

declare const self: DedicatedWorkerGlobalScope;

// A message to oneself comes behind those that have arrived, without the delay of nested timeouts.
const tasks: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => tasks.shift()?.();

startServer((options) => createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), options), {
  createEngine: ({ onRuleFailure }) => createEngine({ onRuleFailure }),
  defer: (task) => {
    tasks.push(task);
    channel.port2.postMessage(undefined);
  },
});
