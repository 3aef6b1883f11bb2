// What newer versions of the editor have and 1.91, whose types the extension is built with, has not. So each may be absent.
import type * as vscode from 'vscode';

declare module 'vscode' {
  /** Since 1.95. */
  export interface ModelToolText {
    readonly value: string;
  }
  export interface ModelToolOptions<Input> {
    readonly input: Input;
  }
  export interface PreparedModelTool {
    readonly invocationMessage?: string;
    readonly confirmationMessages?: { readonly title: string; readonly message: string | vscode.MarkdownString };
  }
  export interface ModelTool<Input> {
    invoke(options: ModelToolOptions<Input>, token: vscode.CancellationToken): Promise<object>;
    prepareInvocation?(options: ModelToolOptions<Input>): Promise<PreparedModelTool | undefined>;
  }
  export const LanguageModelToolResult: (new (content: readonly ModelToolText[]) => object) | undefined;
  export const LanguageModelTextPart: (new (value: string) => ModelToolText) | undefined;
  /** Since 1.101. */
  export const McpStdioServerDefinition:
    | (new (
        label: string,
        command: string,
        args: string[],
        env: Record<string, string>,
        version?: string,
      ) => { cwd?: vscode.Uri })
    | undefined;
  export namespace lm {
    export const registerTool: (<Input>(name: string, tool: vscode.ModelTool<Input>) => vscode.Disposable) | undefined;
    export const registerMcpServerDefinitionProvider:
      | ((id: string, provider: { provideMcpServerDefinitions: () => object[] }) => vscode.Disposable)
      | undefined;
  }
}
