import type { Span } from '@rulebook/text/span';

/** What a file of variables is, by the tool that it belongs to. */
export type EnvironmentFileKind =
  /** `http-client.env.json` and its private twins. */
  | 'http-client'
  /** `.env`, `.env.<name>` and `<name>.env`. */
  | 'dotenv'
  /** `.vscode/settings.json` and `*.code-workspace`. */
  | 'settings'
  /** `.httpyac.json`, `httpyac.config.json`, and `httpyac` in `package.json`. */
  | 'httpyac'
  /** A configuration that is a script, which is not run. */
  | 'script';

/** A file that holds variables by environment. */
export interface EnvironmentFile {
  readonly kind: EnvironmentFileKind;
  /** The file is not meant for version control: its values are secret, whatever their names. */
  readonly isPrivate: boolean;
  readonly sections: readonly EnvironmentSection[];
  readonly problems: readonly EnvironmentProblem[];
  /** Set when it cannot be read as a whole, so that values may be missing. */
  readonly isBroken: boolean;
}

/** The variables of one environment in one file. */
export interface EnvironmentSection {
  /** The name of the environment; `$shared` holds in each, `$default` when none is chosen. Absent: what `.env` holds, behind all others. */
  readonly environment?: string;
  /** Where the name is, with its quotes; absent where the name of the file gives it. */
  readonly nameSpan?: Span;
  /** The setting that holds it. */
  readonly setting?: SettingOfEnvironments;
  readonly variables: readonly EnvironmentVariable[];
}

/** A variable in an environment. All spans count from the start of the file. */
export interface EnvironmentVariable {
  readonly name: string;
  /** Where the name is, without quotes. */
  readonly nameSpan: Span;
  /** The text that a placeholder becomes; absent when someone else keeps it. */
  readonly value?: string;
  /** Who keeps the value. */
  readonly provider?: string;
  /** Where the value is, with its quotes. */
  readonly valueSpan: Span;
}

/** What is wrong in a file of variables. */
export interface EnvironmentProblem {
  readonly message: string;
  readonly severity: 'error' | 'warning' | 'information';
  readonly span: Span;
}

/** The settings that hold environments, the first before the others. */
export const settingsOfEnvironments = [
  'rulebook.environments',
  'rest-client.environmentVariables',
  'httpyac.environmentVariables',
] as const;

/** A setting that holds environments. */
export type SettingOfEnvironments = (typeof settingsOfEnvironments)[number];

/** The environment whose variables belong to every other one too. */
export const sharedEnvironment = '$shared';

/** The environment that holds when none is chosen. */
export const defaultEnvironment = '$default';

/** Returns whether a section is an environment that can be chosen. */
export function isChoosable(name: string | undefined): name is string {
  return name !== undefined && !name.startsWith('$');
}
