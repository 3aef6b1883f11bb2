/** A module of a server. */
export interface Module {
  readonly name: string;
  /** The class of its plugin. */
  readonly plugin: string;
  /** The module that it extends. */
  readonly extends?: string;
  /** Another module, whose jars it has once more. */
  readonly with?: string;
  /** Folders whose classes join it. */
  readonly sources?: readonly string[];
}

/** A real server that is started from its published jars. */
export interface Server {
  /** The word behind `--server`. */
  readonly name: string;
  readonly vendor: 'elasticsearch' | 'opensearch';
  readonly title: string;
  /** The least version of Java that runs it. */
  readonly java: number;
  /** The file that names its jars and its version. */
  readonly pom: string;
  /** Folders with the program that starts it. */
  readonly start: readonly string[];
  /** Its modules in the order of their jars. */
  readonly modules: readonly Module[];
  readonly settings: Readonly<Record<string, string | boolean>>;
  /** Whether it knows users, roles and keys. */
  readonly hasUsers: boolean;
  /** Whether it carries out queries in ES|QL. */
  readonly hasQueries?: boolean;
  /** What is called otherwise there, in bodies. */
  readonly words?: Readonly<Record<string, string>>;
  /** A type of fields that takes no parameters there: where mappings are not what a story is about, its fields have none. */
  readonly plainType?: string;
}

export const servers: readonly Server[];

/** The server that is asked where none is named. */
export const usual: Server;

export function serverNamed(name: string): Server;
