import type { Memento, Uri } from 'vscode';

const key = 'rulebook.choicesOfFiles';
/** The choices for more files are forgotten, the oldest first. */
const most = 200;

/** What the user has chosen for one file. */
interface FileChoice {
  /** Names of endpoints by service. */
  readonly endpoints?: Readonly<Record<string, string>>;
  /** Absent: as for all files; empty: none. */
  readonly environment?: string;
}

/** The endpoints and environments that were chosen for single files, kept with the workspace. */
export interface FileChoices {
  readonly of: (document: Uri | undefined) => FileChoice;
  /** Returns all choices, by the URI of their file. */
  readonly all: () => readonly (readonly [uri: string, choice: FileChoice])[];
  /** Chooses an endpoint for a file; undefined: the default of its folder again. */
  readonly chooseEndpoint: (document: Uri, service: string, name: string | undefined) => Promise<void>;
  /** Chooses an environment for a file; empty: none; undefined: that of all files again. */
  readonly chooseEnvironment: (document: Uri, name: string | undefined) => Promise<void>;
  /** Hands the choices of a file to its new name. */
  readonly move: (from: Uri, to: Uri) => Promise<void>;
}

/** Returns the choices for the files of a workspace. */
export function createFileChoices(state: Memento): FileChoices {
  const all = () => state.get<readonly (readonly [string, FileChoice])[]>(key) ?? [];
  const find = (uri: string) => all().find(([other]) => other === uri)?.[1] ?? {};
  const keep = async (uri: string, { endpoints, environment }: FileChoice) => {
    const choice: FileChoice = {
      ...(endpoints && Object.keys(endpoints).length > 0 && { endpoints }),
      ...(environment !== undefined && { environment }),
    };
    const others = all().filter(([other]) => other !== uri);
    const entries = Object.keys(choice).length === 0 ? others : [...others, [uri, choice] as const];
    await state.update(key, entries.slice(-most));
  };
  return {
    of: (document) => (document === undefined ? {} : find(document.toString())),
    all,
    chooseEndpoint: async (document, service, name) => {
      const uri = document.toString();
      const { environment, endpoints = {} } = find(uri);
      const others = Object.entries(endpoints).filter(([other]) => other !== service);
      const chosen = Object.fromEntries(name === undefined ? others : [...others, [service, name]]);
      await keep(uri, { endpoints: chosen, ...(environment !== undefined && { environment }) });
    },
    chooseEnvironment: async (document, name) => {
      const uri = document.toString();
      const { endpoints } = find(uri);
      await keep(uri, { ...(endpoints && { endpoints }), ...(name !== undefined && { environment: name }) });
    },
    move: async (from, to) => {
      const moved = all().map(([uri, choice]) => [uri === from.toString() ? to.toString() : uri, choice] as const);
      if (moved.some(([uri], index) => uri !== all()[index]?.[0])) await state.update(key, moved);
    },
  };
}
