/** A node that runs, and a user who may do everything. */
export interface RealNode {
  readonly baseUrl: string;
  readonly authorization: string;
  readonly user: string;
  readonly password: string;
  /** The folder of snapshot repositories. */
  readonly repositories: string;
  /** The folder of the templates that the product would install by itself. */
  readonly templates: string;
  readonly version: string;
  stop(): Promise<void>;
}

export function reasonForNoNode(): Promise<string | undefined>;
export function versionOfNode(): Promise<string>;
export function startRealNode(options: { readonly log: (line: string) => void }): Promise<RealNode>;
