export { compileDescription } from './compile-description';
export { createSandbox } from './create-sandbox';
export type {
  CompiledService,
  DescribedService,
  ReadFile,
  Sandbox,
  SandboxDelivery,
  SandboxOptions,
  SandboxRequest,
  SandboxResponse,
  SandboxServerInfo,
} from './model';
