export { createClusterPair, stepCluster } from './cluster/cluster';
export type { ClusterName, ClusterPair, ClusterState } from './cluster/model';
export { stepHost } from './host/host';
export { createHostState, type HostSeed } from './host/seed';
export { recordDelivery } from './host/events';
export type { HostState } from './host/model';
export type {
  DeliverEffect,
  DeliveryOutcome,
  Effect,
  Fault,
  MachineOutcome,
  FolderTask,
  MachineTask,
  StepInput,
  StepResult,
  WireRequest,
  WireResponse,
} from './model';
export { isControlTarget } from './control/control';
export { answerUnheard } from './unheard';
export { writeState } from './control/export-state';
export { describeChange } from './control/state-change';
export { adoptState, readStateText, type ReadState } from './control/read-state';
export { refusalsIn } from './refusals';
export { rememberChecks } from './remember-checks';
export { nextWake, stepSandbox, wakeSandbox, type SandboxChecks } from './sandbox';
export { readSeedFile, type SeedFile } from './control/seed-file';
export { createSeededRandom, type SeededRandom } from './control/seeded-random';
export {
  createSandboxState,
  sandboxTime,
  type SandboxSeed,
  type SandboxServer,
  type SandboxState,
} from './sandbox-state';
