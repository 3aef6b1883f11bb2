import { protectedEnvironment, type Configuration } from '@rulebook/sender/configuration';
import type { SendPolicy } from '@rulebook/sender/send';
import { askParent } from '../configuration/ask-parent';
import { decide } from './decide';
import type { WayOptions } from './sender-options';

/** The options that say what requests of a command may do. */
export interface PolicyOptions extends WayOptions {
  readonly name?: string;
  readonly line?: number;
  /** The name of a `# @sequence`, whose requests are sent. */
  readonly sequence?: string;
  /** Stop at the first failure. */
  readonly bail?: boolean;
  /** Another name of `bail`. */
  readonly failFast?: boolean;
  /** The older name of `bail`. */
  readonly stop?: boolean;
  readonly env?: string;
  /** The environments that were protected when the server for language models was started. */
  readonly guardedEnvironment?: readonly string[];
  /** The user of a language model is asked before each change. */
  readonly askChanges?: boolean;
  /** In seconds. */
  readonly timeout?: number;
  /** How often a reading request is sent again. */
  readonly retries?: number;
  /** How often a request that has failed is sent again. */
  readonly retryFailed?: number;
  /** Compare the responses with what is known about their operations. */
  readonly checkAnswers?: boolean;
  readonly sendAnyway?: boolean;
  /** A redirect that is not followed does not count as a failure. */
  readonly acceptRedirects?: boolean;
  /** Do not ask before something is destroyed. */
  readonly yes?: boolean;
  readonly showSecrets?: boolean;
}

/** Returns what requests may do by the options of a command. */
export function sendPolicyOf(options: PolicyOptions, configuration: Configuration): SendPolicy {
  const { env, guardedEnvironment = [] } = options;
  return {
    decide,
    sendAnyway: options.sendAnyway,
    // Where a language model sends, its user is asked.
    yes: options.yes === true && askParent === undefined,
    // A model can change the file that says what is protected.
    protectedEnvironment: protectedEnvironment(configuration, env) ?? guardedEnvironment.find((name) => name === env),
    asksChanges: options.askChanges,
    // A run of several requests leaves out what is switched off, also with --send-anyway.
    leavesOut: options.name === undefined && options.line === undefined,
    // Whether a request is sent again is up to its asserts, too.
    stopsAtFailure: stopsAtFailure(options) || (options.retryFailed ?? 0) > 0,
    staysAtUrl: options.onlyWay !== undefined,
    acceptsRedirects: options.acceptRedirects,
    isCompared: options.checkAnswers,
    showsSecrets: options.showSecrets,
    timeout: options.timeout,
    retries: options.retries,
  };
}

/** Returns whether no request is sent after one has failed. */
export function stopsAtFailure({ bail = false, failFast = false, stop = false, sequence }: PolicyOptions): boolean {
  return bail || failFast || stop || sequence !== undefined;
}
