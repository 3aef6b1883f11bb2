import { join } from 'node:path';

/** A program whose assistant starts servers of the Model Context Protocol. */
export interface McpHost {
  readonly name: string;
  /** What it is called. */
  readonly title: string;
  /** The member of its file that holds the servers. */
  readonly member: string;
  /** Where its file is. */
  readonly file: (places: Places) => string;
  /** How it says which folder is open; absent where it starts the server in the folder. `fixed`: it knows none, so the folder is written out. */
  readonly folder?: 'fixed' | '${workspaceFolder}';
  /** What else an entry has. */
  readonly more?: Readonly<Record<string, string>>;
}

/** The folders that a file may be in. */
interface Places {
  /** The project. */
  readonly folder: string;
  readonly home: string;
  /** Where the programs of the user keep their settings on this system. */
  readonly settings: string;
}

/** The hosts, in the order of the help. */
export const mcpHosts: readonly McpHost[] = [
  {
    ...{ name: 'vscode', title: 'VS Code', member: 'servers', folder: '${workspaceFolder}', more: { type: 'stdio' } },
    file: ({ folder }) => join(folder, '.vscode/mcp.json'),
  },
  {
    ...{ name: 'cursor', title: 'Cursor', member: 'mcpServers', folder: '${workspaceFolder}' },
    file: ({ folder }) => join(folder, '.cursor/mcp.json'),
  },
  {
    ...{ name: 'claude-code', title: 'Claude Code', member: 'mcpServers' },
    file: ({ folder }) => join(folder, '.mcp.json'),
  },
  {
    ...{ name: 'claude-desktop', title: 'Claude Desktop', member: 'mcpServers', folder: 'fixed' },
    file: ({ settings }) => join(settings, 'Claude/claude_desktop_config.json'),
  },
  {
    ...{ name: 'windsurf', title: 'Windsurf', member: 'mcpServers', folder: 'fixed' },
    file: ({ home }) => join(home, '.codeium/windsurf/mcp_config.json'),
  },
  {
    ...{ name: 'gemini', title: 'Gemini CLI', member: 'mcpServers' },
    file: ({ folder }) => join(folder, '.gemini/settings.json'),
  },
  {
    ...{ name: 'zed', title: 'Zed', member: 'context_servers' },
    file: ({ folder }) => join(folder, '.zed/settings.json'),
  },
];
