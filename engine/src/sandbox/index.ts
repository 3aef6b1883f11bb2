export { createClusterPair, stepCluster } from '../services/search-cluster/sandbox/cluster/cluster';
export type { ClusterName, ClusterPair, ClusterState } from '../services/search-cluster/sandbox/cluster/model';
export { stepHost } from '../services/code-hosting/sandbox/host';
export { createHostState, type HostSeed } from '../services/code-hosting/sandbox/seed';
export { recordDelivery } from '../services/code-hosting/sandbox/events';
export type { HostState } from '../services/code-hosting/sandbox/model';
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
