import type { DocumentEnvironments } from '../configuration/environments';
import type { Settings } from '../configuration/settings';
import type { DocumentStore } from '../documents/documents';
import type { FeatureContext } from '../documents/feature-context';
import type { WorkspaceNames } from './workspace-names';

/** What is needed to find names in the files of the workspace. */
export interface NamesContext extends FeatureContext {
  readonly documents: DocumentStore;
  /** What the request files of the workspace define. */
  readonly names: WorkspaceNames;
  readonly environments: DocumentEnvironments;
  readonly settingsOf: (uri: string) => Settings;
  /** Returns whether a file on disk may be changed; undefined where that cannot be known. */
  readonly isWritable: (uri: string) => Promise<boolean | undefined>;
  /** Lets the messages that have arrived come first. */
  readonly pause: () => Promise<void>;
  /** Returns the text of a file on disk, or undefined when there is none. */
  readonly readFile: (uri: string) => Promise<string | undefined>;
}
