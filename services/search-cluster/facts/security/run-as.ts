import type { Field } from '@rulebook/catalogue/shape';
import { text } from '@rulebook/catalogue/shapes';
import { referenceOnRoleDescriptor } from '../sources';

/** The header field that names the user on whose behalf a request is made. */
export const runAsHeader: Field = {
  name: 'es-security-runas-user',
  summary: 'The user to impersonate. A role of the caller must name this user in `run_as`.',
  provenance: referenceOnRoleDescriptor('Elasticsearch reference, Submitting requests on behalf of other users'),
  shape: text,
  example: 'some-user',
};
