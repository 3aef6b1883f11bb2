import type { Judge } from '@rulebook/sender/ports';
import type * as vscode from 'vscode';
import type { SendServices } from './send-services';

/**
 * Returns what judges the filled requests of a document: only the server knows the services. The values go to the server of this window and to no
 * one else. No header field goes with them but the type of the body, which says how it is read, so that no credential does.
 */
export function judgeOf({ judge }: Pick<SendServices, 'judge'>, document: vscode.Uri): Judge {
  return async ({ method, url, place, headers, body }) => {
    const types = headers.filter(([name]) => name.toLowerCase() === 'content-type');
    const request = { method, url: withoutUser(url), place, headers: types, body };
    const found = await judge({ uri: document.toString(), request });
    return 'reason' in found ? undefined : found.judgement;
  };
}

function withoutUser(url: string): string {
  return url.replace(/^(\s*[a-z][a-z0-9+.-]*:[/\\]{2})[^/\\?#]*@/i, '$1');
}
