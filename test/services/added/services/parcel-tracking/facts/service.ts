import type { Operation } from '@rulebook/catalogue/operation';
import type { Service } from '@rulebook/catalogue/service';
import type { Field, ObjectShape } from '@rulebook/catalogue/shape';
import { text, wholeNumber } from '@rulebook/catalogue/shapes';
import { parcelTracking as identity } from '../identity';
import { documented } from './source-document';

const provenance = documented('Parcels');

const parcel: ObjectShape = {
  type: 'object',
  name: 'parcel',
  fields: [
    { name: 'address', summary: 'Where the parcel goes.', provenance, shape: text, required: true },
    {
      name: 'grams',
      summary: 'The weight of the parcel.',
      provenance,
      shape: {
        ...wholeNumber,
        constraints: [{ rule: 'excessive-weight', options: { grams: 30_000 }, provenance }],
      },
    },
    {
      name: 'speed',
      summary: 'How fast the parcel travels.',
      provenance,
      shape: {
        type: 'string',
        values: {
          closed: true,
          provenance,
          values: [
            { value: 'normal', summary: 'Within a week.' },
            { value: 'express', summary: 'On the next day.' },
          ],
        },
      },
    },
  ],
};

const number: Field = { name: 'number', summary: 'The number of the parcel.', provenance, shape: text, required: true };

const common = { service: identity.id, provenance, notes: [] } as const;

const operations: readonly Operation[] = [
  {
    ...common,
    id: 'parcel-tracking.parcels.send',
    title: 'Send a parcel',
    summary: 'Takes a parcel and numbers it.',
    methods: ['POST'],
    path: '/parcels',
    parameters: { path: [], query: [] },
    body: { shape: parcel, required: true, provenance },
    responses: [{ status: 201, summary: 'The parcel with its number.', provenance }],
  },
  {
    ...common,
    id: 'parcel-tracking.parcels.find',
    title: 'Find a parcel',
    summary: 'Returns a parcel.',
    methods: ['GET'],
    path: '/parcels/{number}',
    parameters: { path: [number], query: [] },
    responses: [{ status: 200, summary: 'The parcel.', shape: parcel, provenance }],
  },
];

/** A service that takes parcels. */
export const parcelTracking: Service = {
  ...identity,
  operations,
  headers: [{ name: 'X-Depot', summary: 'The depot that is asked first.', provenance, shape: text }],
  commonQuery: [],
  defaultScheme: 'Bearer',
};
