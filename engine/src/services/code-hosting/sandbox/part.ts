import { isText, listForm, optional } from '../../../sandbox/control/form';
import type { SandboxPart } from '../../../sandbox/part';
import { codeHosting } from '../catalogue/service';
import { hostFailure } from './responses';
import { eventRequests } from './event-requests';
import { recordDelivery } from './events';
import { changeOfHost, exportHost, importHost } from './export';
import { hostSeedForms, isExportedHost, isHostSeed, seedContradiction } from './form';
import { nextRelease, releaseDeliveries } from './held-back';
import { stepHost } from './host';
import type { ExportedHost, HostState } from './model';
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
