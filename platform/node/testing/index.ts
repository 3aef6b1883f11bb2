export { startSandbox } from './start-sandbox';
export type {
  DescribedService,
  ReceivedRequest,
  RequestFilter,
  SandboxClock,
  SandboxEndpoint,
  SandboxFault,
  SandboxOptions,
  SandboxSnapshot,
  TestSandbox,
} from './model';
