export type {
  DeliverEffect,
  DeliveryOutcome,
  Fault,
  MachineOutcome,
  FolderFormat,
  FolderIndex,
  FolderTask,
  MachineTask,
  ReceivedRequests,
  StepInput,
  StepResult,
  WireRequest,
  WireResponse,
} from './model';
export { isControlTarget } from './control/control';

export { beginJournal, continueJournal, type Journal } from './control/journal';

export { readRecording, type Recording } from './recorded';
export { createReceivedRequests } from './control/received';
export { refusalsIn } from './refusals';
export { perRequest } from './remember-requests';
export { createSandbox, type Sandbox, type SandboxChecks } from './sandbox';
export { createSeededRandom } from './control/seeded-random';
export type { SandboxPart, SandboxServer } from './part';
export { playedPart, unplayedOperations } from './played/played-part';
/** Where a service stores who receives its webhooks. */
export { receiverLists } from './played/webhooks';
export type { SandboxView, ViewDelivery, ViewEvents, ViewItem } from './view';
export type { SandboxSeed, SandboxState } from './sandbox-state';
