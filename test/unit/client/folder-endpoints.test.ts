import { expect, it } from 'vitest';
import type { Endpoint } from '../../../packages/engine/src/index';
import { defaultConfiguration } from '../../../packages/sender/src/configuration/index';
import { endpointsOf } from '../../../client/src/resources/folder-endpoints';

const endpoint = (name: string, baseUrl = 'https://h'): Endpoint => ({ name, service: 'search-cluster', baseUrl });
const configuration = (...endpoints: readonly Endpoint[]) => ({ ...defaultConfiguration, endpoints });

it('the view has the endpoints of all folders, and each of them once', () => {
  const first = configuration(endpoint('both'), endpoint('moved'));
  const second = configuration(endpoint('both'), endpoint('moved', 'https://other'), endpoint('own'));
  const folders = [
    { uri: 'file:///first', configuration: first, codeLens: true },
    { uri: 'file:///second', configuration: second, codeLens: true },
    { uri: 'file:///third', configuration: second, codeLens: true },
  ];
  expect(endpointsOf({ configuration: first, folders }).map(({ place }) => place)).toEqual([
    { name: 'both' },
    { name: 'moved' },
    { name: 'moved', folder: 'file:///second' },
    { name: 'own', folder: 'file:///second' },
  ]);
});
