import { describe, expect, it } from 'vitest';
import { settleRivals } from '../../../cli/src/configuration/chosen-endpoint';
import { createEngine, type CheckContext, type CheckOptions } from '../../../packages/engine/src/index';
import { compiledFormat } from '../../../packages/description/src/compiled';
import { createDescribedService } from '../../../packages/description/src/described-service';

const engine = createEngine();
const west = createDescribedService(
  {
    ...{ format: compiledFormat, source: 'OpenAPI 3.1', title: 'West', version: '1', shapes: [], problems: [] },
    operations: [
      {
        ...{ id: 'remove', title: 'Remove', methods: ['DELETE'], path: '/{index}' },
        pathParameters: [{ name: 'index', shape: { type: 'string' } }],
      },
    ],
  },
  { id: 'west' },
);
const context: CheckContext = {
  endpoints: [
    { name: 'east', service: 'search-cluster', baseUrl: 'http://east.example' },
    { name: 'west', service: 'west', baseUrl: 'http://west.example' },
  ],
  defaults: { 'search-cluster': 'east' },
  services: [west],
};
const options: CheckOptions = { context, severities: {} };
const text = '### a\nGET /_cluster/health\n\n### b\nDELETE /logs\n\n### c\nDELETE /more\n';

/** Settles a run, and returns what was asked and where the requests go then. */
async function settle(answer: string | undefined, blocks?: readonly number[], asks = true) {
  const asked: string[] = [];
  const file = engine.openFile(text);
  const choose = (_: string, names: readonly string[]) => (asked.push(names.join()), Promise.resolve(answer));
  const settled = await settleRivals({ engine, file, blocks }, options, asks ? choose : undefined);
  return { asked, to: [...engine.planAll(file, settled)].map(({ endpoint }) => endpoint) };
}

describe('requests of a run that several endpoints fit', () => {
  it.each(['east', 'west'])('are asked about once, and all go to the chosen one: %s', async (name) => {
    expect(await settle(name)).toEqual({ asked: ['east,west'], to: ['east', name, name] });
  });

  it('are asked about only where they are sent', async () => {
    expect((await settle('east', [0])).asked).toEqual([]);
    expect((await settle('east', [1])).asked).toEqual(['east,west']);
  });

  it('go nowhere where nothing is chosen, or no one can be asked', async () => {
    const nowhere = ['east', undefined, undefined];
    expect(await settle(undefined)).toEqual({ asked: ['east,west'], to: nowhere });
    expect(await settle('other')).toEqual({ asked: ['east,west'], to: nowhere });
    expect(await settle('east', undefined, false)).toEqual({ asked: [], to: nowhere });
  });
});
