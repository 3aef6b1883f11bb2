import * as vscode from 'vscode';
import type { EnvironmentTables } from '@rulebook/request-file/environments';
import { isSecretName, mask } from '@rulebook/catalogue/masking';
import type { EnvironmentsParams } from '../../../server/src/protocol';
import type { Environments } from '../configuration/environments';
import type { FileChoices } from '../configuration/file-choices';

/** Returns the chosen environments and those in the settings, as the language server takes them: without secrets. */
export function environmentsParams({ chosen, tables }: Environments, choices: FileChoices): EnvironmentsParams {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => ({
    uri: uri.toString(),
    tables: withoutSecrets(tables(uri)),
  }));
  return {
    environment: chosen(),
    inlayHints: vscode.workspace.getConfiguration('rulebook').get<boolean>('inlayHints') === true,
    documents: choices
      .all()
      .flatMap(([uri, { environment }]) => (environment === undefined ? [] : [{ uri, environment }])),
    folders: [{ tables: withoutSecrets(tables(undefined)) }, ...folders],
  };
}

/** Returns the tables with a mask for each value whose name sounds like a secret. */
export function withoutSecrets(tables: EnvironmentTables): EnvironmentTables {
  const cover = (value: unknown, name = ''): unknown => {
    if (isSecretName(name)) return mask;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, cover(member, key)]));
  };
  return cover(tables) as EnvironmentTables;
}
