import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import { nameOfOperation, testsOf, type TestChoice, type Untested } from './cases';
import { judgeResponse } from './judge';
import { leftItems, removedBy, withoutId } from './made-items';
import type { Finding, Received, Step, TestCase, Violation } from './model';
import { isAllowed } from './requests';
import { shrink } from './shrink';
import { cleanUpSteps, writeSteps, type Destination } from './write-steps';

/** What the tests need of the world. */
export interface TestPorts {
  /** Sends the requests of a file in their order, and returns what was received for each. */
  readonly send: (text: string) => Promise<readonly Received[]>;
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  readonly isCancelled: () => boolean;
}

/** What is tested, and how much of it. */
export interface TestOptions extends TestChoice {
  readonly destination: Destination;
  readonly maxRequests: number;
  /** Only requests that read are sent. */
  readonly readsOnly?: boolean;
  /** In milliseconds. */
  readonly maxTime: number;
}

/** What the tests have shown. */
export interface TestResult {
  readonly findings: readonly Finding[];
  /** The operations that were tested, by their names. */
  readonly operations: readonly string[];
  readonly untested: readonly Untested[];
  /** Operations whose responses said nothing, with the status: the caller may not call them. */
  readonly refused: readonly { readonly operation: string; readonly status: number }[];
  /** No operation that needs a credential was judged: the service refused the caller each time. */
  readonly isCallerRefused: boolean;
  /** What was created and could not be removed, as paths. */
  readonly left: readonly string[];
  readonly cases: number;
  readonly requests: number;
  /** In milliseconds. */
  readonly duration: number;
  /** Why the tests ended before all was tested. */
  readonly end?: 'requests' | 'time' | 'cancelled' | 'unreachable' | 'ended';
  /** Why the service cannot be reached. */
  readonly problem?: string;
}

/** Tests a service by its description. */
export async function runTests(service: Service, options: TestOptions, ports: TestPorts): Promise<TestResult> {
  const run = new Run(options, ports);
  const { cases, operations, untested } = testsOf(service, options);
  for (const one of cases()) {
    if (run.end !== undefined) break;
    await run.try(one);
  }
  const reached = operations.filter((name) => run.hasReached(name));
  const others = operations.flatMap((operation): readonly Untested[] => {
    if (run.hasReached(operation)) return [];
    return [{ operation, cause: run.causeFor(operation) ?? (run.end === undefined ? noRequest : unreached) }];
  });
  const partly = reached.flatMap((operation): readonly Untested[] => {
    const cause = run.unsentCause(operation);
    return cause === undefined ? [] : [{ operation, cause: `not with an item that was created: ${cause}` }];
  });
  return { ...run.result(), operations: reached, untested: [...untested, ...others, ...partly] };
}

/** Why an operation was not tested that would have been, if the tests had not ended. */
export const unreached = 'the tests ended before it';
const noRequest = 'no request of it can be made';
const notReading = 'its tests change something, and only requests that read are sent';
const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** The service does not let the caller do this; says nothing about its description. */
const refusals: readonly (number | undefined)[] = [401, 403, 429];

/** The state of the tests. */
class Run {
  end: TestResult['end'];
  readonly #options: TestOptions;
  readonly #ports: TestPorts;
  readonly #start: number;
  readonly #findings: Finding[] = [];
  readonly #known = new Set<string>();
  readonly #refused = new Map<string, number>();
  readonly #left = new Set<string>();
  /** Operations whose responses were judged. */
  readonly #judged = new Set<Operation>();
  /** Operations that create nothing, so that what needs an item of them cannot be tested, with what they returned. */
  readonly #broken = new Map<Operation, number | undefined>();
  /** Operations that could not be tested yet, with the reason. */
  readonly #skipped = new Map<string, string>();
  /** Operations of which a request could not be sent, with the reason. */
  readonly #unsent = new Map<string, string>();
  #cases = 0;
  #requests = 0;
  #answered = false;
  #problem: string | undefined;

  constructor(options: TestOptions, ports: TestPorts) {
    this.#options = options;
    this.#ports = ports;
    this.#start = ports.now();
  }

  /** Returns whether responses of an operation were received that say something of the service, or of the caller. */
  hasReached(name: string): boolean {
    return this.#refused.has(name) || [...this.#judged].some((operation) => nameOfOperation(operation) === name);
  }

  causeFor(name: string): string | undefined {
    return this.#skipped.get(name);
  }

  unsentCause(name: string): string | undefined {
    return this.#unsent.get(name);
  }

  result(): Omit<TestResult, 'operations' | 'untested'> {
    const judged = [...this.#judged].filter(({ credentials }) => credentials?.length !== 0);
    return {
      findings: this.#findings,
      refused: [...this.#refused].map(([operation, status]) => ({ operation, status })),
      isCallerRefused: judged.length === 0 && [...this.#refused.values()].some((status) => status !== 429),
      left: [...this.#left],
      cases: this.#cases,
      requests: this.#requests,
      duration: this.#ports.now() - this.#start,
      ...(this.end !== undefined && { end: this.end }),
      ...(this.#problem !== undefined && { problem: this.#problem }),
    };
  }

  async try(one: TestCase): Promise<void> {
    const { steps, kind } = one;
    const isLeftOut = this.#options.readsOnly === true && steps.some(({ method }) => !readingMethods.has(method));
    if (isLeftOut) {
      for (const { operation } of steps) this.#skipped.set(nameOfOperation(operation), notReading);
      return;
    }
    const broken = steps.slice(0, -1).find(({ operation }) => this.#broken.has(operation));
    const last = steps.at(-1);
    if (broken !== undefined) {
      const status = this.#broken.get(broken.operation);
      const cause = `it needs what ${nameOfOperation(broken.operation)} creates: ${status === undefined ? 'no response' : `status ${status}`}`;
      if (last !== undefined && kind !== 'story') this.#skipped.set(nameOfOperation(last.operation), cause);
      return;
    }
    // Its plain request was refused, so that the others would be.
    const isRefused =
      last !== undefined && [401, 403].includes(this.#refused.get(nameOfOperation(last.operation)) ?? 0);
    if (isRefused && kind !== 'story' && !this.#judged.has(last.operation)) return;
    const received = await this.#send(steps, this.#write(steps));
    if (received === undefined) return;
    this.#cases++;
    for (const [index, step] of steps.entries()) {
      const response = received[index];
      if (response === undefined) break;
      if (response.isUnsent === true) {
        this.#leaveOut(steps, index, received);
        return;
      }
      const judged = judgeResponse(step, response);
      if (judged === 'inconclusive') {
        this.#refused.set(nameOfOperation(step.operation), response.status ?? 0);
        if (step.makes !== undefined) this.#broken.set(step.operation, response.status);
        return;
      }
      if (!refusals.includes(response.status)) this.#judged.add(step.operation);
      for (const violation of judged) await this.#report(one, index, violation, response);
      const isCreated = step.makes === undefined || (response.status ?? 500) < 300;
      const isLast = index === steps.length - 1;
      if (!isCreated && !isLast) this.#broken.set(step.operation, response.status);
      if (!isCreated || (kind !== 'story' && judged.length > 0)) return;
    }
  }

  /** Notes which operations are not tested, since a request is not sent whose values no response has. */
  #leaveOut(steps: readonly Step[], index: number, received: readonly Received[]): void {
    const step = steps[index];
    const maker = step && withoutId(step, steps, received);
    const cause =
      maker === undefined
        ? `a request is not sent: ${received[index]?.problem ?? 'a value is not known'}`
        : `the response of ${nameOfOperation(maker.operation)} has no id`;
    for (const { operation, makes } of steps.slice(index)) {
      if (makes !== undefined) continue;
      this.#skipped.set(nameOfOperation(operation), cause);
      this.#unsent.set(nameOfOperation(operation), cause);
    }
  }

  /** Sends steps, and removes what they have created. Returns undefined where the tests are over. */
  async #send(steps: readonly Step[], text: string): Promise<readonly Received[] | undefined> {
    if (this.#isOver(steps.length)) return undefined;
    const received = await this.#ports.send(text);
    this.#requests += received.filter(({ status }) => status !== undefined).length;
    if (received.some(({ status }) => status !== undefined)) this.#answered = true;
    else if (!this.#answered) {
      this.end = 'unreachable';
      this.#problem = received[0]?.problem;
      return undefined;
    }
    if (received.at(-1)?.isRefused === true) this.end = 'ended';
    const removed: string[] = [];
    const left: string[] = [];
    for (const { path, removal } of leftItems(steps, received)) {
      const [end] = removal === undefined || this.end === 'ended' ? [] : await this.#ports.send(this.#write([removal]));
      if (end?.status !== undefined) this.#requests++;
      const isRemoved = end?.status !== undefined && (end.status < 300 || [404, 410].includes(end.status));
      (isRemoved ? removed : left).push(path);
    }
    const fallen = [...removed, ...removedBy(steps, received)];
    // What is in an item falls with it.
    for (const path of left) if (!fallen.some((one) => path.startsWith(`${one}/`))) this.#left.add(path);
    return received;
  }

  #isOver(count: number): boolean {
    const { maxRequests, maxTime } = this.#options;
    if (this.#ports.isCancelled()) this.end = 'cancelled';
    else if (this.#requests + count > maxRequests) this.end = 'requests';
    else if (this.#ports.now() - this.#start > maxTime) this.end = 'time';
    return this.end !== undefined;
  }

  #write(steps: readonly Step[]): string {
    return writeSteps(steps, this.#options.destination, ({ checks }) => checks.map(({ assert }) => assert));
  }

  async #report(one: TestCase, index: number, violation: Violation, response: Received): Promise<void> {
    const { kind, variant, steps } = one;
    const step = steps[index];
    if (step === undefined || !this.#isNew(step, violation, index === steps.length - 1 ? variant : '')) return;
    const isLast = kind !== 'story' && index === steps.length - 1;
    const { status } = response;
    const smallest = await shrink(steps.slice(0, index + 1), violation, isLast ? one.isAlike : isAllowed, (candidate) =>
      this.#shows(candidate, writeFinding(candidate, violation, status, this.#options.destination), violation, status),
    );
    const operation = nameOfOperation(step.operation);
    // The editor groups the files by it.
    const remarks = [
      violation.message,
      `Found by \`rulebook test\` at ${operation}. Send it by \`rulebook run --all --yes\` and the path of this file.`,
    ];
    const text = writeFinding(smallest, violation, status, this.#options.destination, remarks);
    const isConfirmed = await this.#shows(smallest, text, violation, status);
    this.#findings.push({ violation, kind, operation, title: one.title, steps: smallest, text, isConfirmed });
  }

  /** A mistake that was found in the plain request is not reported for each special one. */
  #isNew({ operation }: Step, { key }: Violation, variant: string): boolean {
    const plain = `${nameOfOperation(operation)} ${key}`;
    const isSpecial = key.startsWith('status') && variant !== '' && variant !== 'every member';
    const own = isSpecial ? `${plain} ${variant}` : plain;
    if (this.#known.has(plain) || this.#known.has(own)) return false;
    this.#known.add(own);
    return true;
  }

  /** Returns whether the file shows a violation in the last of the steps as it was shown before. */
  async #shows(
    steps: readonly Step[],
    text: string,
    { key, assert }: Violation,
    status: number | undefined,
  ): Promise<boolean> {
    const received = await this.#send(steps, text);
    const step = steps.at(-1);
    const last = received?.[steps.length - 1];
    const isReached = steps
      .slice(0, -1)
      .every((one, index) => one.expects !== 'success' || (received?.[index]?.status ?? 500) < 300);
    if (step === undefined || last === undefined || !isReached || last.status !== status) return false;
    if (status === undefined) return true;
    if (!last.asserts.some(({ outcome }) => outcome !== 'passed')) return false;
    if (step.checks.some((check) => check.assert === assert)) return true;
    // An assert about a member also fails where there is no such member.
    const judged = judgeResponse({ ...step, checks: [] }, last);
    return judged !== 'inconclusive' && judged.some((one) => one.key === key && one.assert === assert);
  }
}

/** Returns a request file that fails as long as the service makes the mistake, and leaves nothing behind where it does not. */
function writeFinding(
  steps: readonly Step[],
  { assert }: Violation,
  status: number | undefined,
  destination: Destination,
  remarks: readonly string[] = [],
): string {
  const isAboutStatus = assert.startsWith('status');
  // A status of an error is a failure unless an assert expects it.
  const expected = status !== undefined && status >= 400 && !isAboutStatus ? [`status == ${status}`] : [];
  const all = [...steps, ...cleanUpSteps(steps)];
  return writeSteps(all, destination, (_, index) => (index === steps.length - 1 ? [...expected, assert] : []), remarks);
}
