import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, relative, resolve as resolvePath } from 'node:path';
import { copyInputOf, copyRequest, type CopyTarget } from '@rulebook/exchange';
import { problemsOf, refused, reasonOf } from '@rulebook/sender/plan';
import { prepareRequest, unknownEndpoint } from '@rulebook/sender/send';
import { explainMissing } from '@rulebook/sender/variables';
import { createNamedResponses, resolveIn } from '@rulebook/sender/variables';
import { identities } from '@rulebook/services';
import { availableSandbox } from '@rulebook/node/sandbox/available-sandbox';
import { bodyFoldersOf, foldersNextTo } from '@rulebook/node/files/body-folders';
import { credentialFile } from '@rulebook/node/credentials/credential-file';
import { environmentsFor } from '@rulebook/node/files/environment-files';
import { fileSecrets } from '@rulebook/node/credentials/file-secrets';
import { readText } from '@rulebook/node/files/files';
import { openRequests, requestsInText } from '../requests/named-requests';
import { systemOf } from '@rulebook/node/system';
import { hrefOf } from '@rulebook/platform/wire-form';
import { adviseVar } from '../requests/ask-values';
import { chooseRequests } from '../requests/choose-requests';
import { filesIn } from '../run/sender-ports';
import { withChosenEndpoint } from '../configuration/chosen-endpoint';
import { createConfigurationFinder, environment } from '../configuration/configuration-file';
import { terminalCredentials, terminalWays } from '../configuration/credentials';
import { createCommandEngine } from '../command-engine';
import { complain, exitCodes, sayOnError } from '../exit-codes';
import { createServiceFinder, unreadableIn } from '../configuration/own-services';
import { importedLayers } from '../requests/imported-layers';
import { layersOf, problemOfPairs } from '../requests/variable-layers';

declare const RULEBOOK_VERSION: string;

/** The options of `rulebook curl`. */
export interface CurlOptions {
  readonly name?: string;
  readonly line?: number;
  readonly endpoint?: string;
  readonly env?: string;
  readonly trustEndpoint: readonly string[];
  readonly allowOrigin: readonly string[];
  readonly var: readonly string[];
  readonly shell: 'bash' | 'powershell';
  /** In place of a curl command. */
  readonly as?: CopyTarget;
  readonly showSecrets?: boolean;
  readonly allowOutsideFiles?: boolean;
}

/** Prints a request of a file as a curl command, and returns the exit code. Nothing is sent. */
export async function curl(path: string, options: CurlOptions): Promise<number> {
  const fail = (problem: string, code: number = exitCodes.usage): number => {
    complain(problem);
    return code;
  };
  const wrongPair = problemOfPairs(options.var);
  if (wrongPair !== undefined) return fail(wrongPair);
  const content = readText(path);
  if ('cause' in content) return fail(`${path}: cannot be read: ${content.cause}`);
  const { text } = content;
  const folder = dirname(path);
  const sandbox = await availableSandbox(environment);
  const described = await createServiceFinder()(createConfigurationFinder()(folder));
  for (const line of unreadableIn(described)) complain(line);
  const { settings } = described;
  const { endpoints, defaults } = sandbox.locate(settings.configuration);
  const checkOptions = withChosenEndpoint(
    { ...settings.checkOptions, context: { ...settings.checkOptions.context, endpoints, defaults } },
    endpoints.find(({ name }) => name === options.endpoint),
  );
  const unknown = [...options.trustEndpoint, ...(options.endpoint === undefined ? [] : [options.endpoint])].find(
    (name) => !endpoints.some((one) => one.name === name),
  );
  if (unknown !== undefined) return fail(unknownEndpoint(unknown, endpoints));
  const engine = createCommandEngine();
  const given = bodyFoldersOf(path, { ...settings, allowsOutside: options.allowOutsideFiles === true });
  const input = { engine, path, file: openRequests(engine, path, text), folders: given };
  const chosen = chooseRequests(input, { ...options, takesOne: true });
  if (typeof chosen === 'string') return fail(chosen);
  const { file } = chosen;
  const ownFolder = dirname(chosen.path);
  const variables = environmentsFor(ownFolder, options.env);
  if ('cause' in variables) return fail(reasonOf(variables));
  const plan = engine.plan(file, chosen.blocks[0] ?? 0, checkOptions);
  if (plan === undefined) return fail('the file contains no request');
  const problems = problemsOf(plan);
  if (problems.length > 0) return fail(`${plan.label}: ${problems.join('; ')}`, exitCodes.unsent);
  const folders = foldersNextTo(chosen.path, path, given);
  const imported = importedLayers({ ...chosen, engine, folders });
  if (typeof imported === 'string') return fail(imported, exitCodes.unsent);
  const credentialOf = terminalCredentials({ trusted: options.trustEndpoint, sandbox });
  const kept = credentialFile(environment);
  let credential: string | undefined;
  const values = resolveIn(
    layersOf(options, requestsInText(chosen.path, engine.textOf(file)), variables.environments, imported),
  );
  const filled = await prepareRequest(plan, {
    values: {
      resolveFor: () => values,
      system: { ...systemOf(ownFolder, environment), secret: fileSecrets(kept, environment) },
      userAgent: `rulebook/${RULEBOOK_VERSION}`,
      askForValues: (names, _, answers) =>
        Promise.resolve(refused(explainMissing(names, { ...plan, answers, advise: adviseVar }))),
    },
    credentials: {
      credentialOf: async (endpoint) => {
        const found = await credentialOf(endpoint);
        if ('credential' in found) ({ credential } = found);
        return found;
      },
    },
    ways: {
      endpoints,
      endpointOf: () => endpoints.find(({ name }) => name === (options.endpoint ?? plan.endpoint)),
      privateWays: terminalWays(options, kept),
    },
    files: filesIn(() => ({ ...folders, advice: '; add --allow-outside-files to use it anyway' })),
    responses: { answers: createNamedResponses() },
  });
  if ('cause' in filled) return fail(`${plan.label}: ${reasonOf(filled)}`, exitCodes.unsent);
  const copied = copyRequest(
    options.as ?? options.shell,
    copyInputOf({
      plan,
      ...filled,
      credential,
      client: identities.find(({ id }) => id === plan.service)?.client,
      hrefOf,
      showsSecrets: options.showSecrets === true,
      fileAt: (wanted) => fromHere(folders.bases, wanted),
      connectionFileAt: (wanted) => {
        const absolute = resolvePath(settings.root, wanted.replace(/^~(?=[/\\])/, homedir()));
        return relative(process.cwd(), absolute) || absolute;
      },
    }),
  );
  if ('problem' in copied) return fail(`${plan.label}: ${copied.problem}`, exitCodes.unsent);
  process.stdout.write(copied.text);
  const sign = options.shell === 'bash' ? '$' : '$env:';
  for (const { name, holds } of copied.variables)
    sayOnError(`rulebook: the command reads ${sign}${name}: ${holds}; add --show-secrets to print it instead`);
  for (const note of copied.notes) complain(note);
  return exitCodes.success;
}

/** Returns the path of a body file from the current folder. */
function fromHere(bases: readonly string[], path: string): string {
  const base = bases.find((folder) => existsSync(resolvePath(folder, path))) ?? bases[0] ?? '.';
  return relative(process.cwd(), resolvePath(base, path)) || path;
}
