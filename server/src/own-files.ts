import type { Diagnostic } from 'vscode-languageserver';
import type { CheckOptions } from '../../engine/src/index';
import type { Settings } from './settings';

/** Files that a `rulebook.json` names and that change how requests are checked: descriptions and rulesets. */
export interface OwnFiles {
  /** Returns how files of a folder are checked, with what has been read: the same value until it changes. */
  readonly checkOptionsOf: (settings: Settings, base: CheckOptions) => CheckOptions;
  /** Takes over changed settings: what is no longer named is forgotten. */
  readonly update: (all: readonly Settings[]) => void;
  /** Reads again what depends on one of the files. */
  readonly changed: (uris: readonly string[]) => void;
  /** Returns what is wrong in such a file, or with the paths in a `rulebook.json`. */
  readonly diagnosticsOf: (uri: string) => readonly Diagnostic[];
}

/** Joins several kinds of files. */
export function joinOwnFiles(kinds: readonly OwnFiles[]): OwnFiles {
  return {
    checkOptionsOf: (settings, base) => kinds.reduce((options, kind) => kind.checkOptionsOf(settings, options), base),
    update: (all) => {
      for (const kind of kinds) kind.update(all);
    },
    changed: (uris) => {
      for (const kind of kinds) kind.changed(uris);
    },
    diagnosticsOf: (uri) => kinds.flatMap((kind) => kind.diagnosticsOf(uri)),
  };
}
