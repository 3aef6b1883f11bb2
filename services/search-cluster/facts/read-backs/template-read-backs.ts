import type { ComparedForm, ComparedPart, ReadBack } from '@rulebook/catalogue/read-back';
import { mappingForm } from '../mappings/mapping-form';
import { aliasesForm, indexSettings, provenance, put, writes } from './forms';
import { byName as pulledByName, inList } from './pulled-forms';

/** A request that stores a template replaces the one before. */
const whole: Pick<ComparedForm, 'whole'> = { whole: [['**']] };

/** Returns the parts of what a template gives an index; they are in the same members of body and response. */
function templateParts(of: readonly string[], at: readonly string[]): readonly ComparedPart[] {
  return [
    { of: [...of, 'settings'], at: [...at, 'settings'], ...indexSettings, ...whole },
    { of: [...of, 'mappings'], at: [...at, 'mappings'], ...mappingForm, ...whole },
    { of: [...of, 'aliases'], at: [...at, 'aliases'], ...aliasesForm, ...whole },
  ];
}

const ofTemplate = ['settings', 'mappings', 'aliases'];

const data: ComparedForm = { defaults: [{ at: ['lifecycle', 'enabled'], value: 'true' }] };

/** When it was stored. */
const added = ['created_date', 'created_date_millis', 'modified_date', 'modified_date_millis'].map((name) => [name]);
const stamps = added.map((at) => ({ at }));

/** Objects that one name leads to, with the members of the response that lead to each. */
const byName: readonly (Pick<ReadBack, 'noun' | 'pulled'> & { readonly path: string; readonly part: ComparedPart })[] =
  [
    {
      noun: 'ingest pipeline',
      pulled: pulledByName('ingest-pipelines', '/_ingest/pipeline', { omits: stamps }),
      path: '/_ingest/pipeline/{id}',
      part: {
        of: [],
        at: ['{id}'],
        added,
        whole: [[], ['processors', '**'], ['on_failure', '**'], ['_meta', '**']],
      },
    },
    {
      noun: 'lifecycle policy',
      pulled: pulledByName('lifecycle-policies', '/_ilm/policy', {
        except: [{ nameBegins: '.' }, { member: ['policy', '_meta', 'managed'], is: 'true' }],
        omits: ['version', 'modified_date', 'in_use_by'].map((name) => ({ at: [name] })),
      }),
      path: '/_ilm/policy/{policy}',
      part: {
        of: [],
        at: ['{policy}'],
        whole: [['policy', '**']],
        defaults: [
          { at: ['policy', 'phases', '*', 'min_age'], value: '"0ms"' },
          { at: ['**', 'delete', 'delete_searchable_snapshot'], value: 'true' },
          { at: ['**', 'shrink', 'allow_write_after_shrink'], value: 'false' },
          { at: ['**', 'searchable_snapshot', 'force_merge_index'], value: 'true' },
          { at: ['policy', 'deprecated'], value: 'false' },
        ],
      },
    },
    {
      noun: 'snapshot lifecycle policy',
      pulled: pulledByName('snapshot-policies', '/_slm/policy'),
      path: '/_slm/policy/{policy_id}',
      part: { of: [], at: ['{policy_id}', 'policy'], whole: [['**']] },
    },
    {
      noun: 'stored script',
      pulled: {
        file: 'stored-scripts',
        lists: '/_cluster/state/metadata?filter_path=metadata.stored_scripts',
        at: ['metadata', 'stored_scripts'],
        within: ['script'],
        omits: [{ at: ['_id'] }, { at: ['found'] }],
      },
      path: '/_scripts/{id}',
      part: { of: [], at: [] },
    },
  ];

/** How what is stored under a name, for indices and documents to come, is read back. */
export const ofTemplates: readonly ReadBack[] = [
  ...byName.map(({ noun, path, part, pulled }): ReadBack => ({
    noun,
    ...(pulled && { pulled }),
    declares: { methods: path === '/_scripts/{id}' ? writes : put, path },
    resource: path,
    reads: path,
    removedAt: path,
    parts: [part],
    provenance,
  })),
  {
    noun: 'index template',
    declares: { methods: writes, path: '/_index_template/{name}' },
    resource: '/_index_template/{name}',
    reads: '/_index_template/{name}',
    removedAt: '/_index_template/{name}',
    pulled: {
      ...inList('index-templates', '/_index_template', 'index_templates', 'index_template'),
      omits: stamps,
    },
    listed: { at: ['index_templates'], by: [], id: 'name' },
    parts: [
      { of: [], at: ['index_template'], except: ['template'], unordered: [['index_patterns']], whole: [[]], added },
      { of: ['template'], at: ['index_template', 'template'], except: ofTemplate, ...data },
      ...templateParts(['template'], ['index_template', 'template']),
    ],
    provenance,
  },
  {
    noun: 'component template',
    declares: { methods: writes, path: '/_component_template/{name}' },
    resource: '/_component_template/{name}',
    reads: '/_component_template/{name}',
    removedAt: '/_component_template/{name}',
    pulled: {
      ...inList('component-templates', '/_component_template', 'component_templates', 'component_template'),
      omits: stamps,
    },
    listed: { at: ['component_templates'], by: [], id: 'name' },
    parts: [
      { of: [], at: ['component_template'], except: ['template'], whole: [[]], added },
      { of: ['template'], at: ['component_template', 'template'], except: ofTemplate, ...data },
      ...templateParts(['template'], ['component_template', 'template']),
    ],
    provenance,
  },
  {
    noun: 'legacy index template',
    declares: { methods: writes, path: '/_template/{name}' },
    resource: '/_template/{name}',
    reads: '/_template/{name}',
    removedAt: '/_template/{name}',
    pulled: pulledByName('legacy-templates', '/_template'),
    parts: [
      {
        of: [],
        at: ['{name}'],
        except: ofTemplate,
        unordered: [['index_patterns']],
        whole: [[]],
        defaults: [{ at: ['order'], value: '0' }],
      },
      ...templateParts([], ['{name}']),
    ],
    provenance,
  },
];
