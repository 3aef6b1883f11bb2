import { isText, listForm, optional } from '@rulebook/sandbox/control/form';
import { tokenPermissions } from '@rulebook/checker/privileges/token-permissions';
import type { RightsHolder, SandboxPart } from '@rulebook/sandbox/part';
import { codeHosting } from '../facts/service';
import { hostFailure } from './responses';
import { eventRequests } from './event-requests';
import { recordDelivery } from './events';
import { changeOfHost, exportHost, importHost } from './export';
import { hostSeedForms, isExportedHost, isHostSeed, seedContradiction } from './form';
import { nextRelease, releaseDeliveries } from './held-back';
import { stepHost } from './host';
import type { ExportedHost, HostState, TokenRecord } from './model';
import { createHostState, type HostSeed } from './seed';
import { view } from './view';

/** The code host in the sandbox. */
export const part: SandboxPart<HostState> = {
  service: codeHosting,
  member: 'host',
  credential: 'hostCredential',
  seedForms: { repositories: listForm(isText), host: optional(isHostSeed) },
  plainSeed: { repositories: [] },
  seedFile: {
    forms: hostSeedForms,
    contradiction: (members) => seedContradiction(members as HostSeed),
    seedOf: (members) => ({ host: members as HostSeed }),
  },
  longestBody: 25 * 1024 * 1024,
  holders: (holders) => ({
    seed: { host: { tokens: holders.map(tokenOf) } },
    credentialOf: (name) => `Bearer ${name}`,
  }),
  examplePath: '/repos/*',
  create: ({ hostCredential, repositories, host }) => createHostState(hostCredential, repositories, host),
  adopt: (state, { hostCredential }) => ({ ...state, bootstrap: hostCredential }),
  step: (state, { request, input, check }) => stepHost(state, request, input, check),
  failure: (status, reason) => hostFailure(status, reason),
  wake: { next: nextRelease, step: releaseDeliveries },
  record: recordDelivery,
  controlRequests: eventRequests,
  view,
  form: isExportedHost,
  exported: exportHost,
  imported: (exported) => importHost(exported as ExportedHost),
  change: changeOfHost,
};

/** A fine-grained token of the owner with just these permissions, for the repositories that they are on. */
function tokenOf({ name: token, rights }: RightsHolder): TokenRecord {
  const permissions = rights.filter(({ kind }) => kind === 'permission');
  const repositories = [...new Set(permissions.flatMap(({ on }) => on))].filter((name) => name.includes('/'));
  return {
    token,
    user: 'octocat',
    permissions: Object.fromEntries(tokenPermissions(rights)),
    ...(repositories.length > 0 && { repositories }),
  };
}
