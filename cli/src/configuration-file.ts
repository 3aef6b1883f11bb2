import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  defaultConfiguration,
  lineStartsOf,
  overrideEndpoints,
  parseConfiguration,
  positionAt,
  type Configuration,
} from '../../engine/src/index';
import { complain } from './exit-codes';

/** Reads `rulebook.json` of a folder; without one the defaults hold. Unusable parts are said on standard error. */
export function readConfiguration(folder: string): Configuration {
  const path = join(folder, 'rulebook.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return { ...defaultConfiguration, endpoints: overrideEndpoints(defaultConfiguration.endpoints, environment) };
  }
  const { configuration, problems } = parseConfiguration(text);
  const starts = lineStartsOf(text);
  for (const { message, span } of problems) {
    complain(`rulebook.json:${positionAt(starts, span.start).line + 1}: ${message}`);
  }
  return { ...configuration, endpoints: overrideEndpoints(configuration.endpoints, environment) };
}

/** Returns a variable of the process's environment. */
export function environment(name: string): string | undefined {
  return process.env[name];
}
