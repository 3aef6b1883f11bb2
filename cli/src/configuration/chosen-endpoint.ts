import type { CheckOptions, Endpoint, Engine } from '@rulebook/engine';
import type { RequestFile } from '@rulebook/request-file/syntax';

/** Returns the options with the endpoint of `--endpoint` as what is chosen where several services have a path. */
export function withChosenEndpoint(options: CheckOptions, endpoint: Endpoint | undefined): CheckOptions {
  if (endpoint === undefined) return options;
  const { chosenServices = [] } = options.context;
  return { ...options, context: { ...options.context, chosenServices: [[endpoint.service], ...chosenServices] } };
}

/** Offers names, and returns the chosen one. */
type ChooseName = (question: string, names: readonly string[]) => Promise<string | undefined>;

/**
 * Asks once to which of several endpoints the requests of a file go that fit them alike, and returns the options with the choice; the same options
 * where no one can be asked or nothing is chosen, so that such a request is refused. Without `blocks`, all requests of the file are meant.
 */
export async function settleRivals(
  {
    engine,
    file,
    blocks,
  }: {
    readonly engine: Pick<Engine, 'bind'>;
    readonly file: RequestFile;
    readonly blocks: readonly number[] | undefined;
  },
  options: CheckOptions,
  choose: ChooseName | undefined,
): Promise<CheckOptions> {
  const { endpoints, defaults } = options.context;
  const services = new Set(endpoints.map(({ service }) => service));
  const rivalsIn = ({ context }: CheckOptions) => {
    for (const block of blocks ?? Array.from({ length: file.blocks.size }, (_, index) => index)) {
      const { rivals = [] } = engine.bind(file, block, context) ?? {};
      if (rivals.length > 1) return rivals.map(({ name }) => name);
    }
    return undefined;
  };
  let settled = options;
  // Each answer settles one service at least.
  for (let round = 0; choose !== undefined && round < services.size; round++) {
    const rivals = rivalsIn(settled);
    if (rivals === undefined) break;
    const name = await choose('Paths without a host fit several endpoints. Send them to:', rivals);
    const chosen = endpoints.find((one) => one.name === name);
    if (chosen === undefined) break;
    const context = {
      ...settled.context,
      defaults: { ...defaults, ...settled.context.defaults, [chosen.service]: chosen.name },
    };
    settled = withChosenEndpoint({ ...settled, context }, chosen);
  }
  return settled;
}
