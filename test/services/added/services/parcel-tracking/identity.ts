import type { ServiceIdentity } from '../../catalogue/identity';

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
    },
  ],
  bodyFiles: [{ suffix: '.parcel.json', method: 'POST', target: '/parcels', at: '' }],
};
