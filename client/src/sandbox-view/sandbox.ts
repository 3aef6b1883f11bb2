import * as vscode from 'vscode';
import type { Endpoint } from '@rulebook/engine';
import { defaultConfiguration, isSandboxEndpoint } from '@rulebook/sender/configuration';
import { credentialVariable, endpointVariable, overrideEndpoints } from '@rulebook/sender/private';
import type { MachinePorts, RunningSandbox, SandboxService } from '../ports/ports';

/** The sandbox that this window started; otherwise the one that the environment names; otherwise another one of this user. */
export interface WindowSandbox extends vscode.Disposable {
  /** Returns whether the sandbox runs now: that of a service, or of all; a failure is shown to the user. */
  readonly start: (service?: string) => Promise<boolean>;
  readonly stop: () => Promise<void>;
  /** Whether this window runs one. */
  readonly isRunning: () => boolean;
  /** Looks for a sandbox that was started elsewhere, unless this window runs one. */
  readonly findRunning: () => Promise<void>;
  /** Where its services are; empty while it does not run. */
  readonly baseUrls: () => readonly string[];
  /** The actual base URL of an endpoint of the sandbox. */
  readonly baseUrlOf: (endpoint: Endpoint) => string | undefined;
  /** A server of the sandbox: of the one that this window runs, or of one that was started elsewhere and whose credential is known. */
  /** The servers of the sandbox that runs. */
  readonly servers: () => readonly SandboxService[];
  readonly serverOf: (endpoint: string) => SandboxService | undefined;
  /** The credential of a running sandbox. It is kept in memory while the sandbox runs. */
  readonly credentialOf: (endpoint: Pick<Endpoint, 'name' | 'baseUrl'>) => string | undefined;
}

/** Returns the sandbox, not started. `onChange` is awaited whenever its endpoints change. */
export function createWindowSandbox(options: {
  readonly ports: Pick<MachinePorts, 'startSandbox' | 'findSandbox'>;
  readonly environment: (name: string) => string | undefined;
  readonly log: vscode.LogOutputChannel;
  readonly onChange: () => Promise<void>;
}): WindowSandbox {
  const { ports, environment, log, onChange } = options;
  let running: RunningSandbox | undefined;
  let starting: Promise<boolean> | undefined;
  let isDisposed = false;
  /** One that was started in a terminal or another window. */
  let found: readonly SandboxService[] = [];

  const begin = async (service?: string) => {
    try {
      const started = await ports.startSandbox(trustedFolder(), service);
      if (isDisposed) {
        started.stop();
        return false;
      }
      running = started;
      started.onLog((text) => {
        log.error(text);
      });
      started.onExit(() => {
        if (running !== started) return;
        running = undefined;
        log.info('The sandbox ended.');
        void onChange();
      });
      log.info(`The sandbox listens on ${started.endpoints.map(({ baseUrl }) => baseUrl).join(' and ')}.`);
      await onChange();
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : vscode.l10n.t('The sandbox could not be started.');
      log.error(message);
      void vscode.window.showErrorMessage(message);
      return false;
    }
  };
  const findRunning = async () => {
    if (running !== undefined || ports.findSandbox === undefined) return;
    const all = (await ports.findSandbox()) ?? [];
    // What the environment says about an endpoint comes first.
    const next = all.filter(({ name }) => environment(endpointVariable(name)) === undefined);
    if (JSON.stringify(next) === JSON.stringify(found)) return;
    found = next;
    await onChange();
  };
  const endpointOf = (name: string) => (running?.endpoints ?? found).find((endpoint) => endpoint.name === name);
  const outside = overrideEndpoints(defaultConfiguration.endpoints, environment).flatMap((endpoint) => {
    const credential = environment(credentialVariable(endpoint.name))?.trim() ?? '';
    // A credential goes to this machine only, whatever else the environment says.
    return credential === '' || !isSandboxEndpoint(endpoint) ? [] : [{ ...endpoint, credential }];
  });
  return {
    start: async (service) => {
      if (running !== undefined) return true;
      starting ??= begin(service).finally(() => (starting = undefined));
      return starting;
    },
    stop: async () => {
      const ended = running;
      running = undefined;
      ended?.stop();
      await onChange();
    },
    isRunning: () => running !== undefined,
    findRunning,
    servers: () => running?.endpoints ?? found,
    baseUrls: () => (running?.endpoints ?? found).map(({ baseUrl }) => baseUrl),
    baseUrlOf: (endpoint) =>
      running !== undefined || isSandboxEndpoint(endpoint) ? endpointOf(endpoint.name)?.baseUrl : undefined,
    serverOf: (name) => (running?.endpoints ?? [...outside, ...found]).find((endpoint) => endpoint.name === name),
    credentialOf: ({ name, baseUrl }) => {
      const endpoint = endpointOf(name);
      return endpoint?.baseUrl === baseUrl ? endpoint.credential : undefined;
    },
    dispose: () => {
      isDisposed = true;
      running?.stop();
      running = undefined;
    },
  };
}

/** Descriptions of a folder that is not trusted are not read. */
function trustedFolder(): vscode.Uri | undefined {
  return vscode.workspace.isTrusted ? vscode.workspace.workspaceFolders?.[0]?.uri : undefined;
}
