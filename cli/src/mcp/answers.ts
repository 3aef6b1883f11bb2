import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { redact } from '@rulebook/catalogue/masking';

/** Returns the result of a tool: a text, and the same as data. */
export function toolAnswer(text: string, data?: Readonly<Record<string, unknown>>): CallToolResult {
  return { content: [{ type: 'text', text: redact(text) }], ...(data && { structuredContent: { ...data } }) };
}

/** Returns the result of a call that could not be carried out: what is wrong, and what to do. */
export function toolRefusal(problem: string): CallToolResult {
  return { content: [{ type: 'text', text: redact(problem) }], isError: true };
}
