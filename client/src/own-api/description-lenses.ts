import * as vscode from 'vscode';
import { createVariableView } from '@rulebook/sender/variables';
import type { Environments } from '../configuration/environments';
import type { WorkspaceConfiguration } from '../configuration/configuration';
import type { FoundDescriptions } from './found-descriptions';
import { matchingRequests } from './matching-requests';
import { originIn } from './origins';
import { useUrlCommand } from './use-description';

/** The command that checks requests by a description; its arguments are the URI of the description and the base URL. */
export const checkByCommand = 'rulebook.checkByDescription';

interface LensParts {
  readonly configuration: WorkspaceConfiguration;
  readonly environments: Environments;
  readonly found: FoundDescriptions;
  readonly isUsed: (uri: vscode.Uri) => boolean;
}

/** Offers a description of the folder above the first request that goes to one of its servers, as long as no service says what that host is. */
export function offerAtRequests({ configuration, environments, found, isUsed }: LensParts): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document) => {
      const isWanted = vscode.workspace.getConfiguration('rulebook', document).get<boolean>('codeLens') ?? true;
      const text = document.getText();
      if (!isWanted || !/https?:\/\/|\{\{/.test(text)) return [];
      const { endpoints } = configuration.of(document.uri);
      const taken = new Set(endpoints.map(({ baseUrl }) => originIn(baseUrl)));
      const descriptions = found
        .all()
        .filter((uri) => !isUsed(uri))
        .map((id) => ({
          id,
          baseUrls: (found.baseUrlsOf(id) ?? []).filter((baseUrl) => !taken.has(originIn(baseUrl))),
        }));
      const view = createVariableView(text, {
        environments: environments.of(document.uri),
        environment: environments.current(document.uri),
      });
      const filled = (written: string) => view.filled(written);
      const described = matchingRequests(text, descriptions, filled);
      const asked = [...found.origins()]
        .filter((origin) => !taken.has(origin))
        .filter((origin) => !described.some(({ baseUrl }) => originIn(baseUrl) === origin))
        .map((origin) => ({ id: origin, baseUrls: [origin] }));
      const finding = matchingRequests(text, asked, filled).map(({ line, baseUrl }) => {
        const host = /^https?:\/\/[^/?#]+/i.exec(baseUrl)?.[0] ?? baseUrl;
        return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
          title: vscode.l10n.t('Find Its Description'),
          tooltip: vscode.l10n.t(
            'Look for an OpenAPI file at the usual places of {0}, and keep a copy. Nothing is asked before you click.',
            host,
          ),
          command: useUrlCommand,
          arguments: [host],
        });
      });
      const checking = described.map(({ line, id, baseUrl }) => {
        const name = id.path.slice(id.path.lastIndexOf('/') + 1);
        return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
          title: vscode.l10n.t('Check by {0}', name),
          tooltip: vscode.l10n.t(
            '{0} describes this host. Requests to it are checked and completed by it from then on.',
            name,
          ),
          command: checkByCommand,
          arguments: [id, baseUrl],
        });
      });
      return [...checking, ...finding];
    },
  };
  const fire = () => {
    changed.fire();
  };
  return vscode.Disposable.from(
    changed,
    found.onChange(fire),
    configuration.onChange(fire),
    environments.onChange(fire),
    vscode.languages.registerCodeLensProvider({ language: 'http' }, provider),
  );
}
