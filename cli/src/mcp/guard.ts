import type { GivenRights } from '@rulebook/checker/privileges';
import { credentialWayOf } from '@rulebook/sender/private';
import { isAtLeast } from '@rulebook/sender/report';
import { explanationText, plainStyle, type Explanation } from '@rulebook/sender/explain';
import { createInputChecker } from '../check/check-inputs';
import { createConfigurationFinder } from '../configuration/configuration-file';
import { explanationsOf } from '../explain';
import type { NamedWays } from './named-ways';
import { runProgram } from './run-program';
import type { Source } from './sources';

/** A request that a model wants to send. */
interface Wanted {
  readonly source: Source;
  readonly line?: number | undefined;
  readonly name?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly env?: string | undefined;
}

/** Says why a request is not sent, or what the user is shown who is asked about it. */
export type Guard = (
  wanted: Wanted,
  signal: AbortSignal,
) => Promise<{ readonly refusal: string } | { readonly preview: string }>;

/** The statuses of a request that the documents forbid, whatever the service holds. */
const forbidden = new Set([400, 405, 406, 413, 415, 422]);
const reading = new Set(['GET', 'HEAD', 'OPTIONS']);
/** In UTF-16 code units: a person reads no more before an answer. */
const longestPreview = 6000;

/**
 * Returns the guard: a request is checked with its file, which has no warnings then; compared with rights; played in a sandbox of its own, where it
 * changes nothing; and compared with what the endpoint has.
 */
export function createGuard({
  ways,
  rights,
}: {
  readonly ways: NamedWays;
  readonly rights: GivenRights | undefined;
}): Guard {
  return async (wanted, signal) => {
    const { source, line, name, endpoint, env } = wanted;
    const choice = Object.fromEntries(
      Object.entries({ line, name, endpoint, env }).filter(([, value]) => value !== undefined),
    );
    const explanations = await explanationsOf(source, { ...choice, var: [], hidesFiles: true });
    if (typeof explanations === 'string') return { refusal: explanations };
    const [explanation, ...others] = explanations;
    if (explanation === undefined || others.length > 0) return { refusal: 'Choose one request by `line` or `name`.' };
    const findings = await findingsOf(source, env, rights);
    if (findings.length > 0)
      return {
        refusal: ['Nothing is sent from a file with warnings or errors. Correct them first:', ...findings].join('\n'),
      };
    const trial = await playFirst(wanted, explanation, signal);
    if ('refusal' in trial) return trial;
    if (reading.has(explanation.method)) return { preview: '' };
    const change = await compareFirst(wanted, explanation, ways, signal);
    const text = [change, trial.said, explanationText(explanation, plainStyle).trim()]
      .filter((part) => part !== '')
      .join('\n\n');
    return { preview: text.length > longestPreview ? `${text.slice(0, longestPreview)}\n…` : text };
  };
}

async function findingsOf(
  source: Source,
  env: string | undefined,
  rights: GivenRights | undefined,
): Promise<readonly string[]> {
  const checker = createInputChecker({ input: source, showsSource: true, fix: undefined, env, rights });
  const { files, complaints } = await checker.check(source.path, true);
  const problem = complaints[0] ?? checker.problem();
  if (problem !== undefined) return [problem];
  return files
    .flatMap(({ findings }) => [...findings])
    .filter(({ severity }) => isAtLeast(severity, 'warning'))
    .map(
      ({ severity, message, range: { start }, rule }) => `line ${start.line + 1}: ${severity}: ${message} [${rule}]`,
    );
}

/** Sends the request to a sandbox that holds nothing, with those that it needs: what the documents forbid is refused there. */
async function playFirst(
  { source, env }: Wanted,
  { line = 0 }: Explanation,
  signal: AbortSignal,
): Promise<{ readonly refusal: string } | { readonly said: string }> {
  const options = [`--line=${line + 1}`, '--sandbox', '--with-dependencies', '--format=json', '--yes', '--no-scripts'];
  const environment = env === undefined ? [] : [`--env=${env}`];
  const { output } = await runProgram(['run', ...options, ...environment, '--', source.path], signal);
  const played = lastStatus(output);
  if (played === undefined) return { said: 'It could not be tried in a sandbox first.' };
  if (forbidden.has(played.status))
    return {
      refusal: `A sandbox, which answers as the documents say, refuses it with the status ${played.status}. Correct the request.\n${output.slice(0, longestPreview)}`,
    };
  return { said: `A sandbox that holds nothing answers with the status ${played.status}.` };
}

/** Returns the status of the last request of a report; undefined when it was not sent. */
function lastStatus(output: string): { readonly status: number } | undefined {
  try {
    const start = output.indexOf('{');
    const end = output.lastIndexOf('}');
    const { requests = [] } = JSON.parse(output.slice(start, end + 1)) as {
      readonly requests?: readonly { readonly status?: number }[];
    };
    const status = requests.at(-1)?.status;
    return status === undefined ? undefined : { status };
  } catch {
    return undefined;
  }
}

/** Compares the request with what its endpoint has, which is read; only an endpoint is asked that was named when the server was started. */
async function compareFirst(
  { source, env }: Wanted,
  { line = 0, endpoint }: Explanation,
  ways: NamedWays,
  signal: AbortSignal,
): Promise<string> {
  const place = createConfigurationFinder()('.').configuration.endpoints.find(({ name }) => name === endpoint?.name);
  if (place === undefined || !ways.all.includes(credentialWayOf(place))) return '';
  const options = [`--endpoint=${place.name}`, `--line=${line + 1}`, ...(env === undefined ? [] : [`--env=${env}`])];
  const { code, output } = await runProgram(['plan', ...options, '--', source.path], signal);
  return code === 0 || code === 1 ? `What ${place.name} has, and would have:\n${output.trim()}` : '';
}
