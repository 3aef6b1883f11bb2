import { dirname } from 'node:path';
import picocolors from 'picocolors';
import { loadMarkdown, type Engine } from '@rulebook/engine';
import {
  explainRequest,
  explanationJson,
  explanationText,
  plainStyle,
  type Explanation,
  type TextStyle,
} from '@rulebook/sender/explain';
import { type BodyFile, reasonOf } from '@rulebook/sender/plan';
import { unknownEndpoint } from '@rulebook/sender/send';
import { createNamedResponses } from '@rulebook/sender/variables';
import { count, visible, visibleJson } from '@rulebook/text';
import { availableSandbox, type AvailableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { bodyFoldersOf, foldersNextTo, readBodyFile } from '@rulebook/node/files/body-folders';
import { credentialFile } from '@rulebook/node/credentials/credential-file';
import { explainCredentials } from '@rulebook/node/credentials/environment-credentials';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { openJudgedRequests, requestsInText } from './requests/named-requests';
import { explainedSecrets } from '@rulebook/node/credentials/file-secrets';
import { systemOf } from '@rulebook/node/system';
import { namesOfBlock } from './requests/choose-blocks';
import { chooseRequests } from './requests/choose-requests';
import { findRequestInputs, textOfInput, type RequestInput } from './requests/find-inputs';
import type { DescribedFolder } from './configuration/described-folder';
import { withChosenEndpoint } from './configuration/chosen-endpoint';
import { createConfigurationFinder, environment } from './configuration/configuration-file';
import { createCommandEngine } from './command-engine';
import { complain, exitCodes } from './exit-codes';
import { createServiceFinder, unreadableIn } from './configuration/own-services';
import { importedLayers } from './requests/imported-layers';
import { layersOf, problemOfPairs } from './requests/variable-layers';

declare const RULEBOOK_VERSION: string;

/** The options of `rulebook explain`. */
export interface ExplainOptions {
  readonly name?: string;
  readonly line?: number;
  readonly all?: boolean;
  readonly endpoint?: string;
  readonly env?: string;
  readonly var: readonly string[];
  readonly format: string;
}

/** Prints what requests of files would send and do, and returns the exit code. Nothing is sent and no one is asked. */
export async function explain(paths: readonly string[], options: ExplainOptions): Promise<number> {
  await loadMarkdown();
  const found = await findRequestInputs(paths, { takesInput: true });
  if (typeof found === 'string') return usage(found);
  const { inputs, isSeveral } = found;
  const tools = await explainTools();
  const explained: { readonly path: string; readonly explanations: readonly Explanation[] }[] = [];
  for (const input of inputs) {
    const explanations = await explainedIn(input, options, isSeveral, tools);
    if (typeof explanations === 'string') return usage(explanations);
    if (explanations.length > 0) explained.push({ path: input.path, explanations });
  }
  if (explained.length === 0) return usage(nothingChosen(inputs.length, options));
  if (options.format === 'json') {
    const shown = explained.flatMap(({ path, explanations }) =>
      explanations.map((one) => ({ ...(isSeveral && { file: path }), ...explanationJson(one) })),
    );
    process.stdout.write(`${visibleJson(JSON.stringify(options.all || isSeveral ? shown : shown[0], null, 2))}\n`);
  } else {
    const texts = explained.flatMap(({ path, explanations }) =>
      explanations.map((one) => `${isSeveral ? `${visible(path)}\n\n` : ''}${visibleText(one)}`),
    );
    process.stdout.write(texts.join(`\n${'─'.repeat(40)}\n\n`));
  }
  return exitCodes.success;
}

function usage(message: string): number {
  complain(message);
  return exitCodes.usage;
}

/** Returns the explanations of the chosen requests of a file: of several files, none where it has no such request. */
async function explainedIn(
  input: RequestInput,
  options: ExplainOptions,
  isSeveral: boolean,
  tools: ExplainTools,
): Promise<readonly Explanation[] | string> {
  const { path, line } = input;
  const content = textOfInput(input);
  if ('cause' in content) return `${path}: cannot be read: ${content.cause}`;
  const chosen = { ...options, ...(line !== undefined && { line }) };
  if (!isSeveral) return explanationsOf({ path, text: content.text }, chosen, tools);
  const { engine } = tools;
  const file = openJudgedRequests(engine, path, content.text);
  const has = (isMeant: (block: number) => boolean) =>
    Array.from({ length: file.blocks.size }, (_, block) => block).some(isMeant);
  const { name } = options;
  const isIn = has((block) =>
    name === undefined
      ? engine.parse(file, block).request !== undefined
      : namesOfBlock(engine, file, block).includes(name),
  );
  if (!isIn) return [];
  const all = chosen.line === undefined && name === undefined;
  const explained = await explanationsOf({ path, text: content.text }, { ...chosen, ...(all && { all }) }, tools);
  return typeof explained === 'string' && !explained.startsWith(path) ? `${path}: ${explained}` : explained;
}

function nothingChosen(files: number, { name }: ExplainOptions): string {
  const what = name === undefined ? 'contains a request' : `has a request named ${name}`;
  return files === 1 ? noRequest : `none of the ${count(files, 'file')} ${what}`;
}

/** Said of a file without requests. */
export const noRequest = 'the file contains no request';

/** What explanations of several files share. */
interface ExplainTools {
  readonly engine: Engine;
  readonly sandbox: AvailableSandbox;
  readonly describedOf: (folder: string) => Promise<DescribedFolder>;
}

/** Returns what requests are explained with; what it reads of folders is read once. */
export async function explainTools(): Promise<ExplainTools> {
  const settingsOf = createConfigurationFinder();
  const servicesOf = createServiceFinder();
  const known = new Set<DescribedFolder>();
  return {
    engine: createCommandEngine(),
    sandbox: await availableSandbox(environment),
    describedOf: async (folder) => {
      const described = await servicesOf(settingsOf(folder));
      if (!known.has(described)) for (const line of unreadableIn(described)) complain(line);
      known.add(described);
      return described;
    },
  };
}

/** Returns the explanations of the chosen requests of a text that a file holds, or will hold; or why there are none. */
export async function explanationsOf(
  { path, text }: { readonly path: string; readonly text: string },
  options: Omit<ExplainOptions, 'format'> & { readonly hidesFiles?: boolean },
  tools?: ExplainTools,
): Promise<readonly Explanation[] | string> {
  const wrongPair = problemOfPairs(options.var);
  if (wrongPair !== undefined) return wrongPair;
  const folder = dirname(path);
  const { engine, sandbox, describedOf } = tools ?? (await explainTools());
  const { settings } = await describedOf(folder);
  const { endpoints, defaults } = sandbox.locate(settings.configuration);
  const named = endpoints.find(({ name }) => name === options.endpoint);
  const context = { ...settings.checkOptions.context, endpoints, defaults };
  const checkOptions = withChosenEndpoint({ ...settings.checkOptions, context }, named);
  if (options.endpoint !== undefined && named === undefined) return unknownEndpoint(options.endpoint, endpoints);
  const given = bodyFoldersOf(path, { ...settings, allowsOutside: false });
  const chosen = chooseRequests(
    { engine, path, file: openJudgedRequests(engine, path, text), folders: given },
    options,
  );
  if (typeof chosen === 'string') return chosen;
  const { file } = chosen;
  const ownFolder = dirname(chosen.path);
  const variables = environmentsFor(ownFolder, options.env);
  if ('cause' in variables) return reasonOf(variables);
  const secrets = explainedSecrets(credentialFile(environment), environment);
  const system = { ...systemOf(ownFolder, environment), secret: secrets };
  const folders = foldersNextTo(chosen.path, path, given);
  const imported = importedLayers({ ...chosen, engine, folders });
  if (typeof imported === 'string') return imported;
  const layers = layersOf(options, requestsInText(chosen.path, engine.textOf(file)), variables.environments, imported);
  const credentialOf = explainCredentials({ environment, sandbox });
  const explanations: Explanation[] = [];
  for (const block of chosen.blocks) {
    const plan = engine.plan(file, block, checkOptions);
    if (plan === undefined) continue;
    explanations.push(
      await explainRequest({
        plan,
        endpoint: named ?? endpoints.find(({ name }) => name === plan.endpoint),
        ...(named && { chosenBy: 'option' }),
        endpoints,
        environment,
        layers,
        system,
        answers: createNamedResponses(),
        writesFiles: true,
        userAgent: `rulebook/${RULEBOOK_VERSION}`,
        readFile: (wanted) => {
          const content = readBodyFile(folders, wanted);
          return Promise.resolve(options.hidesFiles && !('cause' in content) ? hidden(wanted) : content);
        },
        credentialOf,
      }),
    );
  }
  return explanations.length === 0 ? noRequest : explanations;
}

/** Stands for the content of a body file where only its name is shown. */
function hidden(path: string): BodyFile {
  const text = `(the content of ${path})`;
  return { bytes: new TextEncoder().encode(text), text: () => text };
}

/** Control characters of the file are shown, not obeyed; the colours come after that. */
function visibleText(explanation: Explanation): string {
  return explanationText(mapTexts(explanation), styleOf());
}

/** Returns the explanation with all of its texts visible. */
function mapTexts<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapTexts(part as unknown)])) as T;
}

function styleOf(): TextStyle {
  // picocolors 1.1.1 colours a pipe too when `CI` is set, so the decision is made here.
  if (!picocolors.isColorSupported || process.stdout.isTTY !== true) return plainStyle;
  const { bold, red, dim } = picocolors.createColors(true);
  return { strong: bold, alarm: (text) => bold(red(text)), faint: dim };
}
