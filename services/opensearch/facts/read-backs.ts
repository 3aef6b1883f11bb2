import type { ComparedForm, PulledForm, ReadBack } from '@rulebook/catalogue/read-back';
import { repositoryReadBack } from '@rulebook/search-cluster/facts/read-backs/read-backs';
import { reference } from '@rulebook/search-cluster/facts/source-document';

const provenance = reference('What the service does', 'OpenSearch documentation and API specification');

/** What it says of each object of its security, and takes from no request. */
const marks = ['reserved', 'hidden', 'static'];

/** A request that stores one replaces the one before; no list has an order. */
const whole: ComparedForm = { whole: [[]], added: marks.map((name) => [name]), unordered: [['**']] };

/** Returns how an object of its security is read back. */
function ofSecurity(
  noun: string,
  { words, parameter, file }: { readonly words: string; readonly parameter: string; readonly file: string },
  more: { readonly readBack?: Partial<ReadBack>; readonly omits?: PulledForm['omits'] } = {},
): ReadBack {
  const list = `/_plugins/_security/api/${words}`;
  const path = `${list}/{${parameter}}`;
  return {
    noun,
    declares: { methods: ['PUT'], path },
    ...{ resource: path, reads: path, removedAt: path },
    pulled: {
      ...{ file, lists: list, at: [] },
      except: marks.map((name) => ({ member: [name], is: 'true' })),
      omits: [...marks.map((name) => ({ at: [name] })), ...(more.omits ?? [])],
    },
    parts: [{ of: [], at: [`{${parameter}}`], ...whole }],
    provenance,
    ...more.readBack,
  };
}

/** How what requests to OpenSearch declare is read back, where no other product has it or where it differs. */
export const openSearchReadBacks: readonly ReadBack[] = [
  {
    ...repositoryReadBack,
    // What it can change without closing the repository is added to what is there.
    stays: {
      of: ['settings'],
      members: ['snapshot', 'restore', 'remote_upload', 'remote_low_priority_upload', 'remote_download'].map(
        (name) => `max_${name}_bytes_per_sec`,
      ),
    },
    provenance: reference('What the service does', 'responses of OpenSearch 3.9.0'),
  },
  {
    noun: 'search pipeline',
    declares: { methods: ['PUT'], path: '/_search/pipeline/{id}' },
    resource: '/_search/pipeline/{id}',
    reads: '/_search/pipeline/{id}',
    removedAt: '/_search/pipeline/{id}',
    pulled: { file: 'search-pipelines', lists: '/_search/pipeline', at: [] },
    parts: [
      {
        of: [],
        at: ['{id}'],
        whole: [[], ...['request', 'response', 'phase_results'].map((name) => [`${name}_processors`, '**'])],
      },
    ],
    provenance,
  },
  {
    noun: 'state management policy',
    declares: { methods: ['PUT'], path: '/_plugins/_ism/policies/{policy_id}' },
    resource: '/_plugins/_ism/policies/{policy_id}',
    reads: '/_plugins/_ism/policies/{policy_id}',
    removedAt: '/_plugins/_ism/policies/{policy_id}',
    unchangeable: 'a request that changes it names its last one by `if_seq_no` and `if_primary_term`; send it yourself',
    pulled: {
      ...{ file: 'state-policies', lists: '/_plugins/_ism/policies?size=1000', at: ['policies'], id: ['_id'] },
      omits: [
        ...['policy_id', 'last_updated_time', 'schema_version'].map((name) => ({ at: ['policy', name] })),
        { at: ['policy', 'ism_template', '*', 'last_updated_time'] },
      ],
    },
    parts: [{ of: ['policy'], at: ['policy'] }],
    provenance,
  },
  ofSecurity('role', { words: 'roles', parameter: 'role', file: 'roles' }),
  ofSecurity('role mapping', { words: 'rolesmapping', parameter: 'role', file: 'role-mappings' }),
  ofSecurity(
    'user',
    { words: 'internalusers', parameter: 'username', file: 'users' },
    { readBack: { loses: 'its password', unshown: { password: 'rehearsed-value' } }, omits: [{ at: ['hash'] }] },
  ),
  ofSecurity('tenant', { words: 'tenants', parameter: 'tenant', file: 'tenants' }),
  ofSecurity('action group', { words: 'actiongroups', parameter: 'action_group', file: 'action-groups' }),
];
