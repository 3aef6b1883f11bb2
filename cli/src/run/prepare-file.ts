import { basename, dirname, resolve } from 'node:path';
import type { CheckOptions, Engine } from '@rulebook/engine';
import { scriptFormOf, type RequestFile } from '@rulebook/request-file/syntax';
import { createSender, type Sender } from '@rulebook/sender/outcome';
import { withoutScripts, type RequestPlan, reasonOf } from '@rulebook/sender/plan';
import { createNamedResponses, isMeantBy, requestsReferredTo } from '@rulebook/sender/variables';
import { bodyFoldersOf, foldersNextTo } from '@rulebook/node/files/body-folders';
import { realPathOf } from '@rulebook/node/files/files';
import { createCookieJar } from '@rulebook/node/http/cookie-jar';
import { settleRivals } from '../configuration/chosen-endpoint';
import { environment } from '../configuration/configuration-file';
import { chooseOnTerminal } from '../configuration/credentials';
import { exitCodes } from '../exit-codes';
import { createPromptedValues } from '../requests/ask-values';
import { lacksRequestLine } from '../requests/choose-blocks';
import { chooseRequests, chooseSequence, type ChosenSequence } from '../requests/choose-requests';
import { textOfInput, type RequestInput } from '../requests/find-inputs';
import { withIncludedFiles } from '../requests/included-files';
import { openRequests } from '../requests/named-requests';
import { valuesOf } from '../requests/variable-layers';
import { createDurations, type Durations } from './durations';
import { choiceOf } from './run-choice';
import type { RunOptions } from './run-options';
import type { RunFolder, RunSession } from './run-session';
import { snapshotsOfRun } from './run-snapshots';
import { runSources } from './run-sources';
import { sendPolicyOf } from './send-policy';
import { filesIn, senderPortsOf, type SchemaComparison } from './sender-ports';

/** A file whose requests can be sent. */
export interface PreparedFile {
  /** Planned while the requests before are being sent. */
  readonly plans: Iterable<RequestPlan>;
  /** How many of its requests are chosen. */
  readonly chosen: number;
  readonly sender: Sender;
  /** The times of its requests, for asserts about all of them. */
  readonly durations: Durations;
  /** Returns what became of the snapshots of the file, a sentence each. */
  readonly snapshotLines: () => Promise<readonly string[]>;
  readonly endpointOf: (plan: RequestPlan) => RunFolder['endpoint'];
}

/** Why the requests of a file cannot be sent. */
export interface FileProblem {
  /** A line for standard error. */
  readonly message: string;
  readonly code: number;
}

/** Reads a file and returns its chosen requests with what sends them. Each file has its own responses, cookies, values of scripts and answers to prompts. */
export async function prepareFile(
  input: RequestInput,
  session: RunSession,
  isSeveral: boolean,
): Promise<PreparedFile | FileProblem> {
  const { path } = input;
  const { engine, tools, signal } = session;
  const options = { ...session.options, ...(input.line !== undefined && { line: input.line }) };
  const content = textOfInput(input);
  if ('cause' in content) return usage(`${path}: cannot be read: ${content.cause}`);
  const { text } = content;
  const folder = dirname(path);
  const found = await session.folderOf(folder);
  if (typeof found === 'string') return usage(found);
  const { settings, configuration, endpoint, environments } = found;
  const file = openRequests(engine, path, text);
  if (scriptFormOf(path) !== undefined) return usage(scriptAlone(path));
  if (/\.(?:jsonc?|ndjson)$/i.test(path) && lacksRequestLine(engine, file)) return usage(jsonAlone(path));
  const folders = {
    ...bodyFoldersOf(path, { ...settings, allowsOutside: options.allowOutsideFiles === true }),
    advice: '; add --allow-outside-files to send it anyway',
  };
  const sequence = sequenceOfOptions(engine, file, options);
  if (typeof sequence === 'string') return usage(sequence);
  const choice = choiceOf(options, isSeveral);
  const chosen =
    sequence === undefined
      ? chooseRequests({ engine, path, file, folders }, choice)
      : { path, file, blocks: [sequence.block] };
  if (typeof chosen === 'string') return usage(chosen);
  const isWhole = choice.all || options.withDependencies || sequence !== undefined;
  const blocks = chosen.path !== path ? [] : isWhole ? undefined : chosen.blocks;
  const settled = await settleRivals(
    { engine, file, blocks },
    found.checkOptions,
    endpoint === undefined ? chooseOnTerminal : undefined,
  );
  const from = { path, root: settings.root, options: settled };
  const checkOptions = withReadable(withIncludedFiles(engine, file, from, new Map()));
  const given = valuesOf(options.var);
  const prompted = createPromptedValues(new Set(given.keys()));
  // Standard input has no file.
  const location = realPathOf(path) ?? resolve(path);
  const sources = runSources({
    ...{ engine, path: location, file, sequence, checkOptions, folders },
    start: chosen.path === path ? location : chosen.path,
    blocks: chosen.blocks,
    sendsDisabled: options.sendAnyway,
    withDependencies: options.withDependencies === true || sequence !== undefined,
    optionsFor: (other, imported) =>
      withReadable(withIncludedFiles(engine, imported, { ...from, path: other }, new Map())),
    originsFor: (other) => ({
      ...{ answers: prompted.values, given, environment: options.env },
      environments: other === location ? environments : session.environmentsOf(dirname(other), environments),
    }),
  });
  if ('cause' in sources) return { message: reasonOf(sources), code: exitCodes.unsent };
  const plans =
    sources.plans?.() ??
    (choice.all && choice.isWanted === undefined
      ? engine.planAll(file, checkOptions)
      : plansOf(chosen.blocks, (block) => engine.plan(file, block, checkOptions)));
  const durations = createDurations(options.repeat ?? 1);
  const areAll = choice.all && choice.isWanted === undefined;
  const snapshots = snapshotsOfRun(path, { ...options, all: areAll });
  const ports = senderPortsOf(tools, { configuration, endpoint, folder, signal, root: settings.root });
  const referredTo = new Set(sources.texts.flatMap((one) => [...requestsReferredTo(one)]));
  const sender = createSender(
    {
      ...ports,
      values: {
        ...ports.values,
        resolveFor: sources.resolveFor,
        askForPrompts: prompted.ask,
        ...(options.scripts !== false && { scriptBox: session.scriptBox }),
      },
      ways: { ...ports.ways, judge: (request) => engine.judge(request, checkOptions) },
      files: filesIn(
        ({ file: other }) => (other === undefined ? folders : foldersNextTo(other, path, folders)),
        schemaComparison(engine),
        snapshots.store,
      ),
      responses: {
        ...ports.responses,
        answers: { ...createNamedResponses(), withEarlierSecrets: session.withEarlierSecrets },
        isKept: (name) => isMeantBy(referredTo, name),
        cookies: options.cookies ? createCookieJar() : undefined,
        evaluateAsserts: durations.evaluateAsserts,
        compare: (shown, operation) => engine.checkAnswer(shown, operation, checkOptions),
      },
    },
    sendPolicyOf(options, configuration),
  );
  return {
    plans: snapshots.noting(options.scripts === false ? withoutTheirScripts(plans) : plans),
    chosen: chosen.blocks.length,
    ...{ sender, durations, snapshotLines: snapshots.report },
    endpointOf: ports.ways.endpointOf,
  };
}

function usage(message: string): FileProblem {
  return { message, code: exitCodes.usage };
}

/** What is in a script would be read as other requests than those that it sends. */
function scriptAlone(path: string): string {
  return `${path} is a script; its commands are checked and explained, but not sent; write a \`curl\` command into a request file to send it`;
}

function jsonAlone(path: string): string {
  return `${path} holds JSON and no request; send it from a request file, by a request line, a blank line and \`< ./${basename(path)}\``;
}

/** Returns what compares responses with JSON Schemas; what reads them is loaded with the first one. */
function schemaComparison(engine: Pick<Engine, 'checkBySchema'>): SchemaComparison {
  return async (shown, file, folders) => {
    const { createDescriptionReader } = await import('@rulebook/node/descriptions/own-descriptions');
    const { schemaOfAssert } = await import('@rulebook/node/descriptions/schema-of-assert');
    const schema = await schemaOfAssert(folders, file, createDescriptionReader(environment));
    return 'cause' in schema ? schema : engine.checkBySchema(shown, schema);
  };
}

/** Returns the sequence that the options choose, if any; or why that is not possible. */
function sequenceOfOptions(
  engine: Engine,
  file: RequestFile,
  { sequence, line }: RunOptions,
): ChosenSequence | string | undefined {
  if (sequence === undefined) return undefined;
  // With a path such as `smoke.http:12`.
  if (line !== undefined) return '--sequence cannot be combined with --name, --line and --all; use one of them';
  return chooseSequence(engine, file, sequence);
}

/** Returns the options without included files that cannot be read: sending says better why. */
function withReadable(options: CheckOptions): CheckOptions {
  const { include } = options.context;
  if (include === undefined) return options;
  const readable: typeof include = (inclusion) => {
    const included = include(inclusion);
    return included?.kind === 'read' ? included : undefined;
  };
  return { ...options, context: { ...options.context, include: readable } };
}

function* withoutTheirScripts(plans: Iterable<RequestPlan>): Generator<RequestPlan> {
  for (const plan of plans) yield withoutScripts(plan);
}

function* plansOf(blocks: readonly number[], plan: (block: number) => RequestPlan | undefined): Generator<RequestPlan> {
  for (const block of blocks) {
    const planned = plan(block);
    if (planned) yield planned;
  }
}
