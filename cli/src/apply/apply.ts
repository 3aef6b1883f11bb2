import {
  applySteps,
  compareResources,
  hasDifferences,
  maskedMember,
  planResources,
  planText,
  type ApplyStep,
  type ComparedResource,
  type ResourcePlan,
} from '@rulebook/sandbox/comparison';
import { count, visible } from '@rulebook/text';
import { beginWork } from '@rulebook/node/compiled-parts';
import type { CancelSignal } from '@rulebook/sender/plan';
import { cancelOnInterrupt } from '../cancel';
import { askParent } from '../configuration/ask-parent';
import { askOnTerminal } from '../configuration/credentials';
import { complain, exitCodes } from '../exit-codes';
import { createEndpointReader } from '../plan/endpoint-reader';
import type { PlanOptions } from '../plan/plan-options';
import {
  chooseEndpoint,
  filesIn,
  folderOf,
  readDeclared,
  type ChosenEndpoint,
  type DeclaredFiles,
} from '../plan/planning';
import type { ApplyOptions } from './apply-options';
import { rehearse, type Rehearsal } from './rehearse';
import { createStepSender, lineOf, requestsOf } from './send-steps';
import { createUndoFile, endpointOfUndo, undoPlaceProblem } from './undo-file';

/** Makes an endpoint have what files declare, and returns the exit code. */
export async function apply(paths: readonly string[], options: ApplyOptions): Promise<number> {
  beginWork();
  return applyFiles(paths, options);
}

/** Sends what an undo file has, with the same safeguards, and returns the exit code. */
export async function undo(file: string, options: Omit<ApplyOptions, 'endpoint'>): Promise<number> {
  beginWork();
  const place = endpointOfUndo(file);
  if (typeof place === 'string') return usage(place);
  return applyFiles([file], { ...options, endpoint: place.name }, place.baseUrl);
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

/** What is known before anything is decided. */
interface Found {
  readonly chosen: ChosenEndpoint;
  readonly declared: DeclaredFiles;
  readonly options: ApplyOptions;
  readonly reader: ReturnType<typeof createEndpointReader>;
  readonly signal: CancelSignal;
  readonly isUndo: boolean;
}

async function applyFiles(paths: readonly string[], options: ApplyOptions, baseUrl?: string): Promise<number> {
  const planOptions: PlanOptions = { ...options, format: 'text' };
  const place = options.undoFile === undefined ? undefined : undoPlaceProblem(options.undoFile);
  if (place !== undefined) return usage(place);
  const found = await filesIn(paths);
  if (typeof found === 'string') return usage(found);
  const chosen = await chooseEndpoint(folderOf(paths[0] ?? '.'), planOptions);
  if (typeof chosen === 'string') return usage(chosen);
  const { endpoint } = chosen;
  if (baseUrl !== undefined && endpoint.baseUrl !== baseUrl)
    return usage(
      `the file undoes what was sent to ${baseUrl}, and ${endpoint.name} is at ${endpoint.baseUrl} now; nothing was sent. Give the endpoint its former base URL, or send the requests by \`rulebook run\``,
    );
  const declared = await readDeclared(found, chosen, planOptions);
  if (typeof declared === 'string') return usage(declared);
  const cancellation = cancelOnInterrupt();
  const { signal } = cancellation;
  const reader = createEndpointReader({ ...chosen, options: planOptions, root: chosen.settings.root, signal });
  try {
    return await applyDeclared({ chosen, declared, options, reader, signal, isUndo: baseUrl !== undefined });
  } finally {
    cancellation.end();
    reader.end();
  }
}

async function applyDeclared(found: Found): Promise<number> {
  const { declared, options, reader, signal, isUndo } = found;
  const { compared, others, problem } = await compareResources(declared.requests, reader.read);
  if (signal.isCancelled) return exitCodes.cancelled;
  if (problem !== undefined) {
    complain(`the endpoint ${options.endpoint} cannot be read: ${problem}`);
    return exitCodes.unsent;
  }
  print(planText({ resources: compared.map(({ planned }) => planned), others }, declared.elsewhere));
  const unread = reader.unreadReason();
  if (unread !== undefined) {
    complain(`nothing was sent: nothing of the endpoint ${options.endpoint} could be read: ${unread}`);
    return exitCodes.unsent;
  }
  const { steps, leftOut } = applySteps(compared);
  if (leftOut.length > 0)
    print(['', 'Left out:', ...leftOut.map(({ resource, reason }) => `  ${resource}: ${reason}`), ''].join('\n'));
  // What is not known as a whole, such as the id of what was created, may have to be undone.
  const isUnsure =
    isUndo && compared.some(({ planned }) => planned.state === 'unknown' && planned.reason !== undefined);
  if (steps.length === 0) {
    print('Nothing is sent.\n');
    const isLeft = isUnsure || hasDifferences(compared.map(({ planned }) => planned));
    return isLeft ? exitCodes.findings : exitCodes.success;
  }
  const unsendable = missingIn(steps) ?? maskIn(steps);
  if (unsendable !== undefined) {
    complain(`nothing was sent: ${unsendable}`);
    return exitCodes.usage;
  }
  const losses = steps.flatMap((step) => step.losses);
  if (losses.length > 0) print(['', 'This cannot be undone:', ...losses.map((loss) => `  ${loss}`), ''].join('\n'));
  if (options.skipRehearsal !== true) {
    const code = await showRehearsal({ ...found, compared, steps });
    if (code !== undefined) return code;
  }
  if (options.dryRun === true) {
    print('Nothing was sent.\n');
    return exitCodes.success;
  }
  const refusal = await refusalOf(steps, losses, found);
  if (refusal !== undefined) {
    complain(`nothing was sent: ${refusal}`);
    return exitCodes.unsent;
  }
  const code = await sendSteps(steps, found);
  return code === exitCodes.success && isUnsure ? exitCodes.findings : code;
}

function print(text: string): void {
  process.stdout.write(visible(text));
}

/** A value that is different each time is made when it is sent. */
function missingIn(steps: readonly ApplyStep[]): string | undefined {
  for (const { request } of requestsOf(steps)) {
    if (!('declared' in request)) continue;
    for (const { written, reason } of request.declared.missing?.values() ?? [])
      if (!written.startsWith('{{$')) return reason;
  }
  return undefined;
}

/** What a service shows in the place of a secret would become the secret. */
function maskIn(steps: readonly ApplyStep[]): string | undefined {
  for (const { request } of requestsOf(steps)) {
    const member = maskedMember(request);
    if (member !== undefined)
      return `\`${member.join('.')}\` of ${lineOf(request)} has a mask for its value, which would take the place of the secret. Write a variable there, or leave the member out`;
  }
  return undefined;
}

async function showRehearsal({
  chosen,
  declared,
  reader,
  compared,
  steps,
}: Found & { readonly compared: readonly ComparedResource[]; readonly steps: readonly ApplyStep[] }): Promise<
  number | undefined
> {
  const rehearsal = await rehearse({ chosen, compared, requests: declared.requests, steps, read: reader.read });
  if ('problem' in rehearsal) {
    complain(
      `nothing was sent: it cannot be rehearsed, since ${rehearsal.problem}. Add --skip-rehearsal to send it anyway`,
    );
    return exitCodes.unsent;
  }
  print(rehearsalText(rehearsal));
  if (rehearsal.refused.length === 0) return undefined;
  complain('nothing was sent: the sandbox refuses it. Correct the file, or add --skip-rehearsal to send it anyway');
  return exitCodes.findings;
}

function rehearsalText({ loaded, unloaded, untried, accepted, refused, after }: Rehearsal): string {
  const lines = [
    '',
    headOf(loaded, accepted, refused.length),
    ...refused.map((one) => `  refused: ${one}`),
    ...(unloaded.length === 0
      ? []
      : [`  It could not be given ${count(unloaded.length, 'resource')}: ${listedNames(unloaded)}.`]),
    ...(untried.length === 0 ? [] : [`  Not played there: ${listedNames(untried)}.`]),
    ...(accepted + refused.length === 0 ? [] : [`  After them, ${endText(after)}`]),
    '',
  ];
  return lines.join('\n');
}

function headOf(loaded: number, accepted: number, refused: number): string {
  if (accepted + refused === 0) return 'Rehearsal: the sandbox plays none of these requests.';
  const end = refused === 0 ? '' : `, and refuses ${refused}`;
  return `Rehearsal: a sandbox with ${count(loaded, 'resource')} of the endpoint accepts ${count(accepted, 'request')}${end}.`;
}

/** Returns what still differs, as the end of a sentence. */
function endText({ resources, problem }: ResourcePlan): string {
  if (problem !== undefined) return `it is not known whether something differs, since it cannot be read: ${problem}.`;
  const differing = resources.filter(({ state }) => state !== 'unchanged' && state !== 'unknown');
  const unknown = resources.filter(({ state }) => state === 'unknown').map(({ resource }) => resource);
  if (differing.length === 0)
    return unknown.length === 0
      ? 'nothing differs.'
      : `nothing differs as far as it is known; ${count(unknown.length, 'resource')} ${unknown.length === 1 ? 'is' : 'are'} not known as a whole: ${listedNames(unknown)}.`;
  const names = differing.map(({ resource }) => resource);
  return `${count(names.length, 'resource')} ${names.length === 1 ? 'differs' : 'differ'}: ${listedNames(names)}.`;
}

function listedNames(names: readonly string[]): string {
  const shown = names.slice(0, 10).join(', ');
  return names.length > 10 ? `${shown}, and ${names.length - 10} more` : shown;
}

/** Returns why nothing is sent. */
async function refusalOf(
  steps: readonly ApplyStep[],
  losses: readonly string[],
  { chosen: { endpoint }, options }: Found,
): Promise<string | undefined> {
  const isWhole = losses.length === 0 || options.acceptLosses === true;
  // Who is asked by another program sees the losses with the question.
  if (!isWhole && askParent === undefined) return 'it cannot be undone as a whole. Add --accept-losses to send it';
  if (endpoint.protected === true && options.sendAnyway !== true)
    return `the endpoint ${endpoint.name} is protected. Add --send-anyway to change something there`;
  const requests = count(requestsOf(steps).length, 'request');
  const ask = askParent ?? askOnTerminal;
  if (options.yes === true && isWhole && endpoint.protected !== true) return undefined;
  if (options.yes === true && ask === undefined) return undefined;
  if (ask === undefined) return 'no one can be asked. Add --yes to send it';
  const lasting = isWhole ? '' : ` It cannot be undone as a whole: ${losses.join('; ')}.`;
  return (await ask(`Send ${requests} to ${endpoint.name} (${endpoint.baseUrl})?${lasting}`))
    ? undefined
    : 'you did not confirm it';
}

async function sendSteps(
  steps: readonly ApplyStep[],
  { chosen, declared, options, reader, signal }: Found,
): Promise<number> {
  const { endpoint } = chosen;
  const time = new Date().toISOString();
  const path = options.undoFile ?? `undo-${endpoint.name.replace(/[^\w-]+/g, '-')}-${time.replace(/[-:.]/g, '')}.http`;
  const file = createUndoFile(path, { steps, endpoint, time });
  const problem = file.begin();
  if (problem !== undefined) {
    complain(`nothing was sent: ${path} cannot be written: ${problem}`);
    return exitCodes.usage;
  }
  print(`\n${path} has what undoes it.\n`);
  const sender = createStepSender({ ...chosen, options, plans: declared.plans, signal });
  const all = requestsOf(steps);
  let done = 0;
  const stopped = (more = ''): void =>
    complain(`stopped: ${done} of ${count(all.length, 'request')} succeeded.${more} ${adviceFor(path)}`);
  try {
    for (const { step, request } of all) {
      const result = signal.isCancelled ? { problem: 'it was cancelled' } : await sender.send(request);
      const line = lineOf(request);
      if ('problem' in result || result.isRefused) {
        const why = 'problem' in result ? result.problem : `${result.status} ${result.body.slice(0, 500)}`;
        complain(`${line}: ${why}`);
        const isUnclear = 'problem' in result && result.isUnclear === true;
        stopped(isUnclear ? ` The service may have carried out ${line}.` : '');
        if (signal.isCancelled) return exitCodes.cancelled;
        return 'problem' in result ? exitCodes.unsent : exitCodes.findings;
      }
      done++;
      print(`${line}: ${result.status}\n`);
      const unkept = file.keepId(step, result.body);
      if (unkept !== undefined) {
        complain(`${path} cannot be written again: ${unkept.problem}. Add this line to it: ${unkept.line}`);
        stopped();
        return exitCodes.usage;
      }
    }
  } finally {
    sender.end();
  }
  const after = await planResources(declared.requests, reader.read);
  print(`\n${count(done, 'request')} ${done === 1 ? 'was' : 'were'} sent. Now ${endText(after)}\n${adviceFor(path)}\n`);
  if (after.problem !== undefined) return exitCodes.unsent;
  return hasDifferences(after.resources) ? exitCodes.findings : exitCodes.success;
}

/** Quotation marks keep a name with blanks together in every shell. */
function adviceFor(path: string): string {
  return `Undo it with: rulebook undo ${/[^\w./\\:@-]/.test(path) ? `"${path}"` : path}`;
}
