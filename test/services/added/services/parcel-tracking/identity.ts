import type { ServiceIdentity } from '@rulebook/catalogue/identity';

/** What the service is called, who plays it, and which files hold its bodies. */
export const parcelTracking: ServiceIdentity = {
  id: 'parcel-tracking',
  title: 'Parcel tracking',
  servers: [
    {
      name: 'parcels',
      endpoint: 'sandbox-parcels',
      title: 'parcel service',
      summary: 'a parcel service',
      portOffset: 3,
      isDefault: true,
      events: {
        subject: { member: 'depot', noun: 'depot' },
        receiver: 'subscriber',
        usual: ['flood'],
        options: [{ flags: '--depot <name>', summary: 'depot in which it happens', member: 'depot' }],
      },
    },
  ],
  startOptions: [
    {
      flags: '--depot <name>',
      summary: 'add a depot; repeatable',
      group: 'State',
      member: 'depots',
      takes: 'names',
      form: { pattern: /^[a-z]+$/, advice: 'a depot; use small letters' },
    },
  ],
  bodyFiles: [{ suffix: '.parcel.json', method: 'POST', target: '/parcels', at: '' }],
};
