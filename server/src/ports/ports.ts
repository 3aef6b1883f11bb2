import type { Engine } from '@rulebook/engine';
import type { FoundEnvironmentFile } from '@rulebook/request-file/environments';
import type { SendOrder } from '@rulebook/sender/outcome';
import type { DescriptionForm, DescriptionProblem, PackedDescription } from '@rulebook/services';
import type { Span } from '@rulebook/text';

/** What the server wants to know from its engine. */
interface EngineListeners {
  /** Receives the id of a rule that threw, and where it did. */
  readonly onRuleFailure: (ruleId: string, frames: string) => void;
  /** Receives a sentence about a published description that cannot be read. */
  readonly onMissingDescription: (message: string) => void;
}
/** A description that was read, or half a sentence that says why it cannot be. */
type DescribedFile = {
  /** What it was read from: a change of one of these files changes the description. */
  readonly files: readonly string[];
} & (
  | {
      /** Absent: the file is not a description. */
      readonly compiled?: PackedDescription;
      readonly problems: readonly (Pick<DescriptionProblem, 'severity' | 'message'> & {
        readonly uri: string;
        readonly span: Span;
      })[];
    }
  | { readonly cause: string }
);

/** Returns the URI of a rule's page; undefined where the client can open none. */
export type RulePage = (rule: string) => string | undefined;

/** The content of a file, or why it cannot be read, as half a sentence. */
export type FileContent = { readonly text: string } | { readonly cause: string };

/** The files of the machine; absent where there are none, as in a browser. */
export interface FilePorts {
  /** Never rejects; undefined for a file that is not on this machine. */
  readonly read: (uri: string) => Promise<FileContent | undefined>;
  /** Returns whether there is a file that is not a folder. Never rejects. */
  readonly isFile: (uri: string) => Promise<boolean>;
  /** Returns the size in bytes and the time of the last change; undefined for no file. Never rejects; absent where that cannot be known. */
  readonly describe?: (uri: string) => Promise<{ readonly size: number; readonly modified: number } | undefined>;
  /** Returns whether the file may be changed; absent where that cannot be known. Never rejects. */
  readonly isWritable?: (uri: string) => Promise<boolean>;
  /** Returns the beginning of a text, enough to see what it is; absent where only whole files can be read. Never rejects. */
  readonly readStart?: (uri: string) => Promise<string | undefined>;
  /** Returns the request files below a folder, at most `most` or 1,000, and others that match the pattern. Never rejects. */
  readonly findRequestFiles: (folder: string, most?: number, others?: RegExp) => Promise<readonly string[]>;
}

/** What the server needs from the machine on which it runs. */
export interface ServerPorts {
  /** Makes the engine; called once. */
  readonly createEngine: (listeners: EngineListeners) => Engine;
  /** Runs a task after the current message; the next message may come before it. */
  readonly defer: (task: () => void) => void;
  /** Gives garbage back if there is much of it; called during long work. Absent where that is not possible. */
  readonly releaseMemory?: () => Promise<void>;
  /** Returns the text of a file, or undefined when there is none; absent where there are no files. */
  readonly readFile?: (uri: string) => Promise<string | undefined>;
  /** Returns the URI of a rule's page; absent where there are no pages. */
  readonly rulePage?: RulePage;
  /** Reads the description at a path from the folder of `rulebook.json`, with its overlays, or a schema. Never rejects; absent where there are no files. */
  readonly describe?: (
    root: string,
    path: string,
    overlays: readonly string[],
    form?: DescriptionForm,
  ) => Promise<DescribedFile>;
  /** Reads the file at a path from the folder of `rulebook.json`, unless it is outside of it. Never rejects; absent where there are no files. */
  readonly readInside?: (
    root: string,
    path: string,
  ) => Promise<{ readonly uri: string } & ({ readonly text: string } | { readonly cause: string })>;
  /** Finds the files of variables that count for a document, with their URIs as paths. Absent where there are no files. */
  readonly environmentFiles?: (uri: string) => Promise<readonly FoundEnvironmentFile[]>;
  /** Returns whether a document is in a folder of which `environmentFiles` knows. Absent: one on this machine is. */
  readonly hasFolder?: (uri: string) => boolean;
  /** The files that requests take their bodies from; absent where there are none. */
  readonly files?: FilePorts;
  /**
   * Sends requests for a file, for clients that do not send themselves; the locations of the order are URIs. Returns false where a file is not
   * on this machine; absent where nothing can be sent.
   */
  readonly send?: (uri: string, order: SendOrder) => Promise<boolean>;
  /** Writes a response into a private file, and returns its URI. Absent where there are no files. */
  readonly keepAnswer?: (text: string) => Promise<string>;
}
