import { expect, it } from 'vitest';
import { playedPart } from '../../../packages/sandbox/src/played/played-part';
import { library, serviceOf } from './library';

it('shows what a played service holds at its endpoint, as the lists and items of its resource model', () => {
  const part = playedPart(serviceOf(library), 0);
  const seed = { [part.service.id]: { resources: { '/books': [{ title: 'Dune' }] } } };
  const state = part.create(seed as never);
  expect(part.view?.items(state, 0)).toMatchObject([
    {
      endpoint: `sandbox-${part.service.id}`,
      children: [
        {
          label: 'Books',
          resource: { group: '/books' },
          children: [{ label: 'Dune', resource: { group: '/books', names: { bookId: expect.any(String) as string } } }],
        },
      ],
    },
  ]);
});
