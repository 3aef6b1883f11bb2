export { createSandbox } from './create-sandbox';
export type {
  Sandbox,
  SandboxDelivery,
  SandboxOptions,
  SandboxRequest,
  SandboxResponse,
  SandboxServerInfo,
} from './model';
