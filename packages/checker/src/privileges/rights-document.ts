import type { EndpointRights } from './file-rights';
import { keyRequest, permissionChecklist, rightsText } from './rights-text';
import { workflowPermissions } from './workflow-permissions';

/** Returns the rights as a Markdown document: what is needed why, and what grants it. The name is that of the file, for a key. */
export function rightsDocument(rights: readonly EndpointRights[], name: string): string {
  return [rightsText(rights), ...keyRequestsOf(rights, name).map(fencedRequest), ...checklistsOf(rights)].join('\n');
}

/**
 * Returns what makes a key with just these rights: requests, or, where the service makes no keys, a document with the checklist for its token.
 * Undefined when no right is known that either of them can have.
 */
export function keyWithRights(
  rights: readonly EndpointRights[],
  name: string,
): { readonly requests: string } | { readonly document: string } | undefined {
  const requests = keyRequestsOf(rights, name);
  if (requests.length > 0) return { requests: requests.join('\n') };
  const checklists = checklistsOf(rights);
  return checklists.length === 0 ? undefined : { document: checklists.join('\n') };
}

function keyRequestsOf(rights: readonly EndpointRights[], name: string): readonly string[] {
  return local(rights, ['cluster', 'index']).map((one) => keyRequest(one, name));
}

function fencedRequest(request: string): string {
  return `\`\`\`http\n${request}\`\`\`\n`;
}

function checklistsOf(rights: readonly EndpointRights[]): readonly string[] {
  return local(rights, ['permission', 'scope', 'role']).map((endpoint) => {
    const isOfToken = endpoint.rights.some(({ kind }) => kind === 'permission');
    return [
      `# What a token for ${endpoint.endpoint ?? endpoint.service} needs\n`,
      ...permissionChecklist(endpoint),
      ...(isOfToken
        ? [`In a workflow of GitHub Actions:\n\n\`\`\`yaml\n${workflowPermissions(endpoint).block}\`\`\`\n`]
        : []),
    ].join('\n');
  });
}

/** Rights on a remote cluster are granted there. */
function local(
  rights: readonly EndpointRights[],
  kinds: readonly EndpointRights['rights'][number]['kind'][],
): readonly EndpointRights[] {
  return rights.filter((one) => one.remote === undefined && one.rights.some(({ kind }) => kinds.includes(kind)));
}
