import type { Engine } from '../../engine/src/index';
import type { FilePorts } from './includes';

/** What the server needs from the machine that it runs on. */
export interface ServerPorts {
  /** Makes the engine; called once. `onFault` is told the id of a rule that threw, and where it did. */
  readonly createEngine: (onFault: (ruleId: string, frames: string) => void) => Engine;
  /** Runs a task after the message that is handled now, before the next one or after it. */
  readonly defer: (task: () => void) => void;
  /** Returns the text of a file, or undefined when there is none; absent where there are no files. */
  readonly readFile?: (uri: string) => Promise<string | undefined>;
  /** The files that requests take their bodies from; absent where there are none. */
  readonly files?: FilePorts;
}
