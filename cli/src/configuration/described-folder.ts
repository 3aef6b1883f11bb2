import type { OwnService } from '@rulebook/sender/configuration';
import type { ReadDescription } from '@rulebook/node/descriptions/own-descriptions';
import type { FolderSettings } from './configuration-file';
import type { NamedRuleset } from './rulesets';

/** A description that a `rulebook.json` names, as it was read. */
export interface NamedDescription {
  readonly service: OwnService;
  /** Absolute. */
  readonly path: string;
  readonly read: ReadDescription;
}

/** The settings of a folder with the services that it describes itself, and its house rules. */
export interface DescribedFolder {
  readonly settings: FolderSettings;
  readonly descriptions: readonly NamedDescription[];
  readonly rulesets: readonly NamedRuleset[];
}
