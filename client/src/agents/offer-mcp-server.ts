import * as vscode from 'vscode';

declare const RULEBOOK_VERSION: string;

/** The provider of the manifest. */
export const mcpProvider = 'rulebook.mcp';

/** Offers `rulebook mcp` for each folder of the workspace to the agents of the editor; nothing in one that knows no such servers. */
export function offerMcpServer(node: string, program: string): vscode.Disposable {
  const { registerMcpServerDefinitionProvider } = vscode.lm;
  const Definition = vscode.McpStdioServerDefinition;
  if (registerMcpServerDefinitionProvider === undefined || Definition === undefined) return vscode.Disposable.from();
  return registerMcpServerDefinitionProvider(mcpProvider, {
    provideMcpServerDefinitions: () => {
      const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
      return folders.map(({ name, uri }) => {
        const label = folders.length === 1 ? 'Rulebook' : vscode.l10n.t('Rulebook ({0})', name);
        // The editor itself is the only Node that is certainly there.
        const server = new Definition(label, node, [program, 'mcp'], { ELECTRON_RUN_AS_NODE: '1' }, RULEBOOK_VERSION);
        server.cwd = uri;
        return server;
      });
    },
  });
}
