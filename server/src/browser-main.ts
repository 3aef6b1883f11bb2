import type { Connection } from 'vscode-languageserver/browser';
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from 'vscode-languageserver/browser';
import { graphqlReader } from '@rulebook/graphql';
import { queryLanguages } from '@rulebook/queries';
import { createEngine } from '@rulebook/engine';
import { searchRequestFiles } from '@rulebook/platform/search-request-files';
import { createFetchedDescriptionLoader } from '@rulebook/platform/browser/descriptions';
import { findWorkspaceEnvironmentFiles } from '@rulebook/platform/browser/environment-files';
import { readInWorkspace, readWorkspaceDescription } from '@rulebook/platform/browser/own-descriptions';
import { uriInFolder, uriInside, type WorkspacePort } from '@rulebook/platform/browser/workspace-port';
import type { ServerPorts } from './ports/ports';
import {
  describeFileRequest,
  readFileRequest,
  readFolderRequest,
  type DescribeFileParams,
  type DescribeFileResult,
  type ReadFileParams,
  type ReadFileResult,
  type ReadFolderParams,
  type ReadFolderResult,
  type WorkerStart,
} from './protocol';
import { startServer } from './server';

/** A worker of a browser is one file, so these are in it. */
const loadGraphql = () => graphqlReader;
const loadQueries = () => queryLanguages;

declare const self: DedicatedWorkerGlobalScope;

/** As much of a file as Node's `readStart` returns, in characters. */
const startLength = 4_096;
/** The largest file that is read, in bytes; the text of it comes from the thread of the extension. */
const longest = 5_000_000;

// A message to oneself comes behind those that have arrived, without the delay of nested timeouts.
const tasks: (() => void)[] = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => tasks.shift()?.();

self.onmessage = ({ data }: MessageEvent<WorkerStart>) => {
  start(data);
};

function start(given: WorkerStart): void {
  let connection: Connection | undefined;
  const ask = <P, R>(method: string, params: P): Promise<R | undefined> =>
    connection === undefined
      ? Promise.resolve(undefined)
      : connection.sendRequest<R>(method, params).catch(() => undefined);
  startServer(
    (options) => {
      // From here on, the reader receives the messages.
      connection = createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self), options);
      return connection;
    },
    {
      createEngine: ({ onRuleFailure, onMissingDescription }) =>
        createEngine({
          onRuleFailure,
          loadDescription: createFetchedDescriptionLoader(given, onMissingDescription),
          loadGraphql,
          loadQueries,
        }),
      defer: (task) => {
        tasks.push(task);
        channel.port2.postMessage(undefined);
      },
      ...(given.readsFiles && filePorts(ask)),
    },
  );
}

type Ask = <P, R>(method: string, params: P) => Promise<R | undefined>;

/** Returns the ports for files, which the client reads. */
function filePorts(
  ask: Ask,
): Pick<ServerPorts, 'readFile' | 'describe' | 'readInside' | 'hasFolder' | 'environmentFiles' | 'files'> {
  const read: WorkspacePort['read'] = async (uri, maximum = longest) =>
    (await ask<ReadFileParams, ReadFileResult>(readFileRequest, { uri, maximum })) ?? undefined;
  const kindsIn = async (uri: string) =>
    (await ask<ReadFolderParams, ReadFolderResult>(readFolderRequest, { uri }))?.entries ?? [];
  const describe = async (uri: string) =>
    (await ask<DescribeFileParams, DescribeFileResult>(describeFileRequest, { uri })) ?? undefined;
  const workspace: WorkspacePort = {
    read,
    entries: async (uri) => (await kindsIn(uri)).map(({ name, kind }) => ({ name, isFolder: kind === 'folder' })),
  };
  const textOf = async (uri: string) => {
    const content = await read(uri);
    return content !== undefined && 'text' in content ? content.text : undefined;
  };
  return {
    readFile: textOf,
    describe: (root, path, overlays, form) =>
      readWorkspaceDescription(workspace, { root, description: path, overlays, form }, loadGraphql),
    readInside: async (root, path) => ({
      uri: uriInside(root, path) ?? root,
      ...(await readInWorkspace(workspace, root, path)),
    }),
    // Documents of our own have no folder, and neither have those without a path.
    hasFolder: (uri) => /^(?!rulebook-|untitled:)[a-z][a-z0-9+.-]*:\/(?:\/[^/]*\/)?/i.test(uri),
    environmentFiles: (uri) => findWorkspaceEnvironmentFiles(uri, workspace),
    files: {
      read,
      isFile: async (uri) => (await describe(uri)) !== undefined,
      describe,
      isWritable: async (uri) => (await describe(uri))?.isWritable ?? false,
      readStart: async (uri) => (await textOf(uri))?.slice(0, startLength),
      findRequestFiles: (folder, most, others) =>
        searchRequestFiles(folder, { entries: kindsIn, join: uriInFolder }, most, others),
    },
  };
}
