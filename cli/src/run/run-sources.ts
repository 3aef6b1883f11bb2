import type { CheckOptions, Engine } from '@rulebook/engine';
import {
  definitionLayers,
  describeCircle,
  readLinkedFiles,
  runOrder,
  withImported,
  type LinkedFiles,
} from '@rulebook/sender/send';
import { type VariableOrigins, resolveIn, variableLayers, type Resolve } from '@rulebook/sender/variables';
import { withImportedScripts, type RequestPlan, refused, type Refusal } from '@rulebook/sender/plan';
import type { RequestFile } from '@rulebook/request-file/syntax';
import type { BodyFolders } from '@rulebook/node/files/body-folders';
import { importReader } from '@rulebook/node/files/imported-requests';
import { placeFrom } from '../requests/imported-layers';
import type { ChosenSequence } from '../requests/choose-requests';
import { openRequests } from '../requests/named-requests';

/** The requests of a run, and how their variables are resolved. */
interface RunSources {
  /** Undefined when nothing of other files and no reference takes part: then the blocks of the file are sent as they are. */
  readonly plans: (() => Generator<RequestPlan>) | undefined;
  /** Returns what resolves the variables of a request. */
  readonly resolveFor: (plan: RequestPlan) => Resolve;
  /** The texts of all files that take part. */
  readonly texts: readonly string[];
}

/** What is needed to send requests of several files. */
interface RunSourceInput {
  readonly engine: Engine;
  readonly path: string;
  readonly file: RequestFile;
  /** The path of the file with the chosen requests: this one, or one that it imports. */
  readonly start: string;
  readonly blocks: readonly number[];
  /** Everything on which a request depends is sent before it, too. */
  readonly withDependencies: boolean;
  /** Requests that are switched off are sent, too. */
  readonly sendsDisabled?: boolean | undefined;
  /** Sent instead of the blocks. */
  readonly sequence?: ChosenSequence | undefined;
  readonly checkOptions: CheckOptions;
  /** Returns the options for a file that is imported. */
  readonly optionsFor: (path: string, file: RequestFile) => CheckOptions;
  readonly folders: Pick<BodyFolders, 'allowed' | 'advice'>;
  /** Returns what the values of variables are looked for in, besides the definitions of a file. */
  readonly originsFor: (path: string) => VariableOrigins;
}

/** A word that leads to other files, or to another request. */
const leadsElsewhere = /^[ \t]*(?:import|run)[ \t]+\S|@(?:import|ref|forceref)\b/im;

/** Returns the requests of a run with those of imported files, or why they cannot be sent. */
export function runSources(input: RunSourceInput): RunSources | Refusal {
  const { engine, path, file, start, blocks, sequence, withDependencies } = input;
  const linked = readLinkedFiles(path, file, {
    read: importReader(input.folders),
    open: (text, location) => openRequests(engine, location, text),
    parse: (block) => engine.parseBlock(block),
  });
  const [problem] = linked.problems;
  if (problem !== undefined) {
    return refused(`${problem.location}, line ${problem.line + 1}: ${problem.reason}`);
  }
  const optionsOf = createOptions(input);
  const text = engine.textOf(file);
  const resolveFor = createResolvers(input, linked);
  const texts = [...linked.files.values()].map((one) => engine.textOf(one.file));
  if (sequence === undefined && start === path && !leadsElsewhere.test(text) && !withDependencies)
    return { plans: undefined, resolveFor, texts };
  const order = runOrder({ ...linked, root: start }, blocks, {
    parse: (one, block) => engine.parse(one.file, block, optionsOf(one.location, one.file).context),
    sequence,
    leavesDisabled: input.sendsDisabled !== true,
    dependenciesOf: withDependencies
      ? (one, block) => engine.plan(one.file, block, optionsOf(one.location, one.file))?.dependsOn ?? []
      : undefined,
  });
  if ('circle' in order) return refused(describeCircle(order.circle));
  if ('cause' in order) return order;
  const { steps } = order;
  return {
    resolveFor,
    texts,
    *plans() {
      for (const { location, block, given } of steps) {
        const source = linked.files.get(location);
        const plan = source && engine.plan(source.file, block, optionsOf(location, source.file));
        if (!plan) continue;
        const [, ...imported] = withImported(linked, location);
        yield {
          ...withImportedScripts(plan, imported),
          ...(location !== path && { file: location }),
          ...(given.size > 0 && { given }),
        };
      }
    },
  };
}

function createOptions({ path, checkOptions, optionsFor }: RunSourceInput) {
  const known = new Map([[path, checkOptions]]);
  return (location: string, file: RequestFile): CheckOptions => {
    const options = known.get(location) ?? optionsFor(location, file);
    known.set(location, options);
    return options;
  };
}

/** What a line `run` gives to variables comes before what is given for the run. */
function createResolvers({ path, originsFor }: RunSourceInput, linked: LinkedFiles) {
  const known = new Map<
    string,
    { readonly origins: VariableOrigins; readonly layers: ReturnType<typeof variableLayers> }
  >();
  const valuesAt = (location: string) => {
    const origins = { ...originsFor(location), imported: definitionLayers(linked, location, placeFrom(path)) };
    return { origins, layers: variableLayers(origins) };
  };
  return ({ file = path, given, line }: RequestPlan): Resolve => {
    const values = known.get(file) ?? valuesAt(file);
    known.set(file, values);
    const { origins, layers } = values;
    if (given === undefined) return resolveIn(layers, line);
    return resolveIn(variableLayers({ ...origins, given: new Map([...(origins.given ?? []), ...given]) }), line);
  };
}
