import type { Connection, ConnectionOptions, InitializeResult, ServerCapabilities } from 'vscode-languageserver';
import { loadMarkdown } from '@rulebook/engine';
import { framesOf } from '@rulebook/text';
import type { FeatureHost, Guarded } from './session/feature';
import { features } from './features/features';
import { createLifecycle } from './session/lifecycle';
import type { ServerPorts } from './ports/ports';
import { createSession } from './session/session';
import type { Session } from './session/session';
import { WorkspaceSettings } from './configuration/workspace-settings';

/**
 * Serves the language on the connection that `connect` makes, and starts to listen.
 *
 * Messages are handled in the order of their arrival and each response is computed in one go, so a response always belongs to the newest
 * version that the client had sent before it asked.
 */
export function startServer(connect: (options: ConnectionOptions) => Connection, ports: ServerPorts): void {
  const lifecycle = createLifecycle();
  const connection = connect(lifecycle);
  let session: Session | undefined;
  const settings = new WorkspaceSettings(ports.readFile);

  const guarded: Guarded = (name, fallback, run) => {
    if (!session) return fallback;
    try {
      return run(session);
    } catch (error) {
      connection.console.error(`${name} failed.\n${framesOf(error)}`);
      return fallback;
    }
  };
  const host: FeatureHost = {
    connection,
    settings,
    guarded,
    guardedLater: async (name, fallback, run) => {
      try {
        return await run();
      } catch (error) {
        connection.console.error(`${name} failed.\n${framesOf(error)}`);
        return fallback;
      }
    },
    withDocument: (name, uri, fallback, run) =>
      guarded(name, fallback, (current) => {
        const document = current.documents.get(uri);
        return document ? run(document, current) : fallback;
      }),
  };

  connection.onInitialize((params) =>
    lifecycle.initialize(async (): Promise<InitializeResult> => {
      await settings.start(params);
      const created = createSession(params, { connection, ports, settings, guarded });
      session = created;
      const capabilities = features.reduce<ServerCapabilities>(
        (announced, feature) => ({ ...announced, ...feature.capabilities?.(created) }),
        { positionEncoding: created.encoding },
      );
      return { serverInfo: { name: 'rulebook' }, capabilities };
    }),
  );
  lifecycle.register(connection);
  for (const { register } of features) register(host);
  connection.onInitialized(() => {
    void loadMarkdown();
    for (const { initialized } of features)
      guarded('initialized', undefined, (current) => initialized?.(current, host));
  });
  connection.listen();
}
