export type {
  DeliverEffect,
  DeliveryOutcome,
  Effect,
  Fault,
  MachineOutcome,
  FolderFormat,
  FolderIndex,
  FolderTask,
  MachineTask,
  StepInput,
  StepResult,
  WireRequest,
  WireResponse,
} from './model';
export { isControlTarget } from './control/control';
export type { DescribedLayer, DescribedRequest } from './described';
export { beginJournal, continueJournal, type Journal } from './control/journal';
export type { ReadState } from './control/read-state';
export { refusalsIn } from './refusals';
export { perRequest } from './remember-requests';
export { createSandbox, type Sandbox, type SandboxChecks } from './sandbox';
export { createSeededRandom, type SeededRandom } from './control/seeded-random';
export type { SandboxPart, SandboxServer } from './part';
export type { SandboxView, ViewDelivery, ViewEvents, ViewItem } from './view';
export { sandboxTime, type SandboxSeed, type SandboxState } from './sandbox-state';
export type { CheckWire } from './wire';
