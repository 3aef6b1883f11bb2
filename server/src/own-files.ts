import type { Diagnostic } from 'vscode-languageserver';
import type { CheckOptions } from '../../engine/src/index';
import type { ServerPorts } from './ports';
import type { Settings } from './settings';
import type { PositionEncoding } from './to-lsp';

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

/** What every kind of such files needs of the session. */
export interface OwnFilesParts {
  readonly readFile: ServerPorts['readFile'];
  readonly encoding: PositionEncoding;
  /** Is called when the checks of a folder have become others. */
  readonly onChange: () => void;
  /** Is called when the problems of a file have become others. */
  readonly onProblems: (uri: string) => void;
}

/** Returns whether two lists say the same: settings that came again are equal, and not the same object. */
export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
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
