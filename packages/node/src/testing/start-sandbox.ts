import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { WireResponse } from '@rulebook/sandbox';
import { readText } from '../files/files';
import { createFinder } from '../files/configuration-finder';
import { playedParts } from '../playing/played-parts';
import { prepareSandbox, type RunningSandbox } from '../playing/play-sandbox';
import { readReplay } from '../playing/read-replay';
import type { RequestFilter, SandboxFault, SandboxOptions, SandboxSnapshot, TestSandbox } from './model';

/**
 * Starts a sandbox on free ports of this machine, in this process. Rejects with an error that says what cannot be used. The sandbox does not keep
 * the process alive.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const { folder = process.cwd(), services = [], replay } = options;
  const problems: string[] = [];
  const say = (text: string): void => {
    process.emitWarning(text, 'RulebookWarning');
  };
  const find = createFinder({ environment, say: (problem) => problems.push(problem) });
  const named = services.filter((one) => typeof one === 'string');
  const played = await playedParts(
    {
      service: named.filter((one) => !isPath(one)),
      description: named.filter(isPath).map((path) => resolve(folder, path)),
      texts: services.filter((one) => typeof one !== 'string'),
      ...(options.webhooksTo !== undefined && { webhooksTo: options.webhooksTo }),
      folder,
    },
    { find, environment },
  );
  const [problem] = problems;
  if (problem !== undefined) throw new Error(problem);
  const replayed = replay === undefined ? undefined : await readReplay(resolve(folder, replay));
  const seedText = typeof options.seed === 'object' ? JSON.stringify(options.seed) : textOfGiven(options.seed, folder);
  const stateText = textOfGiven(options.state, folder);
  const prepared = await prepareSandbox({
    ...{ played, say, recording: replayed?.recording, isBackground: true },
    ...{ host: '127.0.0.1', portBase: 0, allowHost: [], ofServices: {} },
    ...(options.lenient !== undefined && { lenient: options.lenient }),
    ...(options.deterministic !== undefined && { deterministic: options.deterministic }),
    ...(options.seedRandom !== undefined && { seedRandom: options.seedRandom }),
    ...(seedText !== undefined && { seedText }),
    ...(stateText !== undefined && { stateText }),
  });
  return testSandbox(await prepared.start());
}

function environment(name: string): string | undefined {
  return process.env[name];
}

function isPath(service: string): boolean {
  return /[/\\]|\.(?:json|ya?ml)$/i.test(service);
}

/** Returns the text of a file, or the text that was given in place of its path. */
function textOfGiven(given: string | undefined, folder: string): string | undefined {
  if (given === undefined || given.trimStart().startsWith('{')) return given;
  const content = readText(resolve(folder, given), 512 * 1024 * 1024);
  if ('cause' in content) throw new Error(`${given} cannot be read: ${content.cause}`);
  return content.text;
}

function testSandbox(running: RunningSandbox): TestSandbox {
  const { endpoints, servers, sandbox, store, received, temporary } = running;
  const removeFolders = (): void => {
    for (const path of temporary) rmSync(path, { recursive: true, force: true });
  };
  process.once('exit', removeFolders);
  const indexOf = (service: string): number => {
    const index = endpoints.findIndex(
      (one, at) => one.name === service || one.service === service || servers[at]?.name === service,
    );
    if (index >= 0) return index;
    const known = [...new Set(endpoints.flatMap((one) => [one.service, one.name]))].join(', ');
    throw new RangeError(`The sandbox has no service ${service}. Use ${known}.`);
  };
  const serverOf = (service: string): string => servers[indexOf(service)]?.name ?? '';
  const control = (method: string, target: string, body?: unknown): unknown => {
    const request = { method, target: `/_sandbox/${target}`, body: body === undefined ? '' : JSON.stringify(body) };
    return valueOf(running.control(servers[0]?.name ?? '', request));
  };
  const timeOf = (clock: unknown): Date => new Date((clock as { readonly milliseconds: number }).milliseconds);
  const moveClock = (body: object): Date => timeOf(control('POST', 'clock', body));
  const meant = ({ service }: RequestFilter) => {
    const server = service === undefined ? undefined : serverOf(service);
    return received.all().filter((one) => server === undefined || one.server === server);
  };
  const withServer = ({ service, ...fault }: SandboxFault): object => ({
    ...fault,
    ...(service !== undefined && { server: serverOf(service) }),
  });
  const states = new WeakMap<SandboxSnapshot, ReturnType<typeof store.state>>();
  const goTo = (state: ReturnType<typeof store.state>): void => {
    store.replace(state);
    received.clear();
  };
  let closed: Promise<void> | undefined;
  return {
    endpoints: endpoints.map(({ name, service, baseUrl, credential }) => ({ name, service, baseUrl, credential })),
    url: (service) => endpoints[indexOf(service)]?.baseUrl ?? '',
    credential: (service) => endpoints[indexOf(service)]?.credential ?? '',
    reset: () => {
      goTo(running.initial);
    },
    snapshot: () => {
      const snapshot: SandboxSnapshot = { kind: 'snapshot' };
      states.set(snapshot, store.state());
      return snapshot;
    },
    restore: (snapshot) => {
      const state = states.get(snapshot);
      if (state === undefined) throw new RangeError('The snapshot is of another sandbox.');
      goTo(state);
    },
    clock: {
      now: () => timeOf(control('GET', 'clock')),
      advance: (by) => moveClock({ advance: by }),
      set: (to) => moveClock({ set: typeof to === 'string' ? to : to.toISOString() }),
      release: () => moveClock({ release: true }),
    },
    fault: (fault) => {
      control('POST', 'faults', (isList(fault) ? fault : [fault]).map(withServer));
    },
    clearFaults: () => {
      control('DELETE', 'faults');
    },
    requests: (filter = {}) => sandbox.shownRequests(store.state(), meant(filter), withoutService(filter)),
    expectRequest: (expected) => {
      const { times, ...filter } = withoutService(expected);
      const requests = meant(expected);
      const problem = sandbox.unmetExpectation(store.state(), requests, {
        ...filter,
        ...(times !== undefined && { times }),
      });
      if (problem !== undefined) throw new Error(problem);
      return sandbox.shownRequests(store.state(), requests, filter);
    },
    close: () => {
      process.off('exit', removeFolders);
      closed ??= running.stop();
      return closed;
    },
  };
}

function withoutService<Filter extends RequestFilter>({ service: _, ...filter }: Filter): Omit<Filter, 'service'> {
  return filter;
}

function isList(fault: SandboxFault | readonly SandboxFault[]): fault is readonly SandboxFault[] {
  return Array.isArray(fault);
}

/** Returns the value of a response to a control request; throws what it says is wrong. */
function valueOf({ body }: WireResponse): unknown {
  const value = JSON.parse(body) as { readonly cause?: string };
  if (value.cause !== undefined) throw new Error(value.cause);
  return value;
}
