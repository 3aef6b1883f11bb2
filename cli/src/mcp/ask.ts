import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { redact } from '@rulebook/catalogue/masking';

/** Asks the user a question that only the user may answer; absent where the client of the protocol cannot ask. */
export type AskUser = (question: string) => Promise<boolean>;

/** Returns what asks the user by the client; undefined where it has not said that it can. */
export function askBy(server: McpServer): AskUser | undefined {
  if (server.server.getClientCapabilities()?.elicitation === undefined) return undefined;
  return async (question) => {
    try {
      const answer = await server.server.elicitInput({
        message: redact(question),
        requestedSchema: {
          type: 'object',
          properties: { send: { type: 'boolean', title: 'Send it', description: 'Holds for this request only.' } },
          required: ['send'],
        },
      });
      return answer.action === 'accept' && answer.content?.send === true;
    } catch {
      // Whoever cannot be asked has not agreed.
      return false;
    }
  };
}
