import type { CheckOptions, Endpoint } from '../../../engine/src/index';

/** Returns the options with the endpoint of `--endpoint` as what is chosen where several services have a path. */
export function withChosenEndpoint(options: CheckOptions, endpoint: Endpoint | undefined): CheckOptions {
  if (endpoint === undefined) return options;
  const { chosenServices = [] } = options.context;
  return { ...options, context: { ...options.context, chosenServices: [[endpoint.service], ...chosenServices] } };
}
