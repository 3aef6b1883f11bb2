import type { Server } from './servers.mjs';

/** A node that runs, and a user who may do everything. */
export interface RealNode {
  readonly baseUrl: string;
  readonly authorization: string;
  /** The credential of a user who may change what is internal. */
  readonly keeper: string;
  readonly user: string;
  readonly password: string;
  /** The folder of snapshot repositories. */
  readonly repositories: string;
  /** The folder of the templates that the product would install by itself. */
  readonly templates: string;
  readonly version: string;
  stop(): Promise<void>;
}

export function startRealNode(server: Server, options: { readonly log: (line: string) => void }): Promise<RealNode>;
