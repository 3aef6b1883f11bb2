import * as vscode from 'vscode';
import { keySpanInConfiguration, type SetMember } from '@rulebook/sender/configuration';
import { folderToWrite, writeConfiguration } from '../configuration/write-configuration';
import { textOfFile } from '../editing/workspace-texts';
import type { Commands } from '../ports/commands';
import type { SendServices } from '../sending/send-services';
import { folderOfEndpoint } from './request-document';
import type { ResourceNode } from './resource-nodes';

type EndpointNode = Extract<ResourceNode, { readonly kind: 'endpoint' }>;

/** Returns the commands of an endpoint in the view. `given` returns the line that a command is about. */
export function endpointCommands(
  { configuration, ports }: SendServices,
  given: (value: unknown) => ResourceNode | undefined,
): Commands {
  /** Runs something with an endpoint that a `rulebook.json` has. */
  const withEndpoint = (run: (place: ConfiguredEndpoint) => Promise<void>) => async (value: unknown) => {
    const node = given(value);
    if (node?.kind !== 'endpoint') {
      void vscode.window.showInformationMessage(vscode.l10n.t('Choose an endpoint in the view Endpoints first.'));
      return;
    }
    const place = await configuredPlaceOf(node);
    if (place !== undefined) await run(place);
  };
  const change = async ({ folder }: ConfiguredEndpoint, members: readonly SetMember[]) => {
    if (await writeConfiguration(folder, members)) await configuration.reload();
  };
  return {
    'rulebook.editEndpoint': withEndpoint(async ({ file, text, node }) => {
      const { start = 0 } = keySpanInConfiguration(text, ['endpoints', node.endpoint.name]) ?? {};
      const document = await vscode.workspace.openTextDocument(file);
      const position = document.positionAt(start);
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
    }),
    'rulebook.setDefaultEndpoint': withEndpoint(async (place) => {
      const { name, service } = place.node.endpoint;
      await change(place, [{ path: ['defaults', service], value: name }]);
    }),
    'rulebook.removeEndpoint': withEndpoint(async (place) => {
      const { name, service } = place.node.endpoint;
      const remove = vscode.l10n.t('Remove');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('Remove the endpoint {0} from rulebook.json?', name),
        { modal: true, detail: vscode.l10n.t('Its service and its credential stay.') },
        remove,
      );
      if (answer !== remove) return;
      const isDefault = configuration.of(place.file).defaults[service] === name;
      const hasDefault = isDefault && keySpanInConfiguration(place.text, ['defaults', service]) !== undefined;
      await change(place, [
        { path: ['endpoints', name], value: undefined },
        ...(hasDefault ? [{ path: ['defaults', service], value: undefined }] : []),
      ]);
    }),
    'rulebook.testService': withEndpoint(async ({ folder, node }) => {
      const { name, service } = node.endpoint;
      if (ports.testService === undefined || !vscode.workspace.isTrusted) {
        void vscode.window.showErrorMessage(
          vscode.l10n.t('Services are tested only in a trusted workspace on this machine. Trust it first.'),
        );
        return;
      }
      await ports.testService(folder, service, name);
    }),
  };
}

interface ConfiguredEndpoint {
  readonly node: EndpointNode;
  readonly folder: vscode.Uri;
  readonly file: vscode.Uri;
  /** The text of its `rulebook.json`. */
  readonly text: string;
}

/** Returns where an endpoint is in a `rulebook.json`; undefined for one that is elsewhere, about which the user is informed. */
async function configuredPlaceOf(node: EndpointNode): Promise<ConfiguredEndpoint | undefined> {
  const folder = folderToWrite(folderOfEndpoint(node.place) ?? vscode.workspace.workspaceFolders?.[0]?.uri);
  if (folder === undefined) return undefined;
  const file = vscode.Uri.joinPath(folder, 'rulebook.json');
  const text = await textOfFile(file);
  if (text !== undefined && keySpanInConfiguration(text, ['endpoints', node.endpoint.name]) !== undefined)
    return { node, folder, file, text };
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} is not in rulebook.json. Look at the setting "rulebook.endpoints".', node.endpoint.name),
  );
  return undefined;
}
