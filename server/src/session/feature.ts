import type { Connection, ServerCapabilities } from 'vscode-languageserver';
import type { OpenDocument } from '../documents/documents';
import type { Session } from './session';
import type { WorkspaceSettings } from '../configuration/workspace-settings';

/** A part of the protocol that the server speaks. A new one is a file in `features/`, and a line in `features.ts`. */
export interface ServerFeature {
  /** Returns what announces the feature to the client; absent when nothing does. */
  readonly capabilities?: (session: Session) => ServerCapabilities;
  /** Registers the handlers, once, before the connection listens. */
  readonly register: (host: FeatureHost) => void;
  /** Runs once the client has been initialized, for what it is asked to register. A connection has only one handler for that message. */
  readonly initialized?: (session: Session, host: FeatureHost) => void;
}

/** What handlers are registered with. Only once the client has initialized the server are they called. */
export interface FeatureHost {
  readonly connection: Connection;
  readonly settings: WorkspaceSettings;
  /** Runs a handler; a failure is logged under the name, and the fallback returned. */
  readonly guarded: Guarded;
  /** Runs a handler that waits for something; a failure is logged under the name, and the fallback returned. */
  readonly guardedLater: <T>(name: string, fallback: T, run: () => Promise<T>) => Promise<T>;
  /** Runs a handler for an open document; returns the fallback when it is not open. */
  readonly withDocument: <T>(
    name: string,
    uri: string,
    fallback: T,
    run: (document: OpenDocument, session: Session) => T,
  ) => T;
}

/** Runs something with the session, if there is one. */
export type Guarded = <T>(name: string, fallback: T, run: (session: Session) => T) => T;
