import { runtimeFields } from '../search/scripts';
import { field, unsuitable, warning } from '@rulebook/catalogue/makers';
import type { Field, ObjectShape, Shape, SwitchShape } from '@rulebook/catalogue/shape';
import { refused } from '@rulebook/catalogue/provenance';
import { anything, flag, oneOrList, text, undescribedObject } from '@rulebook/catalogue/shapes';
import { otherParameters, typeField as type } from './field-types';
import { flattenedMapping, flattenedType } from './flattened-field';
import { blankName, metadataFields } from './metadata-fields';
import { fieldOutsideProperties, mappingType, removedMetaFields } from '../search/misplaced-queries';
import { referenceOnFlattened, fromFlattenedUsage, mappingPage } from './flattened-sources';
import { serverSource } from '../sources';

const fromReference = referenceOnFlattened(mappingPage, 'Flattened field');
const refusal = refused(referenceOnFlattened(serverSource, 'Flattened field'));

/** Of a mapping, servers read an empty list as if it had no members. */
const emptyList = { text: 'Servers ignore an empty list here.', source: serverSource };

/** The map of fields. It is a getter, because objects contain fields. */
export const properties: ObjectShape = {
  type: 'object',
  name: 'properties',
  emptyList,
  fields: [],
  constraints: [
    warning(
      'unsuitable-text',
      {
        ofKeys: true,
        ...blankName,
      },
      refusal,
    ),
  ],
  get entries() {
    return { keyName: 'field name', summary: 'A field of the documents.', shape: fieldMapping };
  },
};

const propertiesField: Field = {
  name: 'properties',
  role: 'sub-fields',
  summary: 'The fields, by name.',
  provenance: fromFlattenedUsage,
  shape: properties,
  example: '{\n  "${1:labels}": { "type": "${2:flattened}" }\n}',
};

const dynamic: Field = {
  name: 'dynamic',
  summary: 'What happens to fields that are not in the mapping.',
  provenance: fromReference,
  default: 'true',
  shape: {
    type: 'choice',
    options: [
      flag,
      {
        type: 'string',
        values: {
          closed: false,
          isComplete: true,
          unlisted: 'warning',
          refusal,
          provenance: refusal,
          values: [{ value: 'true' }, { value: 'false' }, { value: 'strict' }, { value: 'runtime' }],
          variesAs: 'dynamic mappings',
        },
      },
    ],
  },
};

const enabled: Field = {
  name: 'enabled',
  summary: 'Whether the inner fields are parsed and indexed.',
  provenance: fromReference,
  default: 'true',
  shape: { type: 'choice', options: [flag, text] },
};

/** No field gets another type; an object without a type is one. */
const unchangingType: Field = { ...type, fixed: { absent: 'object', provenance: refusal } };

function objectMapping(name: string): ObjectShape {
  return {
    type: 'object',
    name,
    isOpen: true,
    misspelt: 'warning',
    provenance: fromReference,
    undescribed: otherParameters,
    fields: [unchangingType, propertiesField, dynamic, enabled],
  };
}

/** Without a type, a field needs members that show that it is an object. */
const untypedMapping: ObjectShape = {
  ...objectMapping('object field'),
  constraints: [warning('member-count', { minimum: 1, fields: ['type', 'properties', 'enabled'] }, refusal)],
};

const multiFields: Field = {
  name: 'fields',
  summary: 'Multi-fields: further ways to index the same value. You choose the names.',
  provenance: fromReference,
  shape: {
    type: 'object',
    name: 'multi-fields',
    fields: [],
    get entries() {
      return { keyName: 'name', summary: 'Another way to index the value.', shape: fieldMapping };
    },
  },
};

/** A field whose type the document does not describe. It accepts any parameter. */
const otherMapping: ObjectShape = {
  type: 'object',
  name: 'field',
  isOpen: true,
  misspelt: 'warning',
  provenance: fromReference,
  undescribed: otherParameters,
  fields: [
    unchangingType,
    multiFields,
    field('copy_to', oneOrList(text), 'Other fields that receive a copy of the value.', fromReference),
    field('meta', undescribedObject('metadata'), 'Your own strings about the field.', fromReference),
  ],
};

/** The mapping of one field, which depends on its type. */
export const fieldMapping: SwitchShape = {
  type: 'switch',
  name: 'field',
  emptyList,
  on: 'type',
  of: 'self',
  cases: {
    [flattenedType]: flattenedMapping(type),
    object: objectMapping('object field'),
    nested: objectMapping('nested field'),
  },
  absent: untypedMapping,
  otherwise: otherMapping,
};

const templates: Shape = { type: 'array', items: undescribedObject('dynamic template') };

/** The mapping of an index. */
export const indexMapping: ObjectShape = {
  type: 'object',
  name: 'mapping',
  unlisted: 'warning',
  refusal,
  misplaced: [...removedMetaFields, mappingType, fieldOutsideProperties],
  fields: [
    {
      ...propertiesField,
      shape: {
        ...properties,
        get entries() {
          return { keyName: 'field name', summary: 'A field of the documents.', shape: fieldMapping };
        },
        constraints: [
          ...(properties.constraints ?? []),
          unsuitable(
            `^(?:${[...metadataFields].join('|')})$`,
            'The server defines this field itself. A mapping cannot define it.',
            refusal,
            { ofKeys: true },
          ),
          {
            rule: 'undivided-document',
            options: {
              member: type.name,
              value: flattenedType,
              message: 'The only field is flattened. The flattened type is not suited to whole documents.',
            },
            severity: 'hint',
            provenance: fromFlattenedUsage,
          },
        ],
      },
    },
    dynamic,
    enabled,
    field('dynamic_templates', templates, 'Mappings for new fields, selected by name or type.', fromReference),
    {
      name: 'date_detection',
      summary: 'Whether new strings that look like dates are mapped as dates.',
      provenance: fromReference,
      default: 'true',
      shape: flag,
    },
    {
      name: 'numeric_detection',
      summary: 'Whether new strings that look like numbers are mapped as numbers.',
      provenance: fromReference,
      default: 'false',
      shape: flag,
    },
    field('dynamic_date_formats', { type: 'array', items: text }, 'The date formats that are detected.', fromReference),
    {
      name: 'runtime',
      summary: 'Runtime fields, which are computed at search time.',
      provenance: fromReference,
      shape: runtimeFields,
    },
    {
      name: '_source',
      summary: 'Whether and how the source of documents is stored.',
      provenance: fromReference,
      shape: undescribedObject('source options'),
    },
    {
      name: '_routing',
      summary: 'Whether documents require a routing value.',
      provenance: fromReference,
      shape: undescribedObject('routing options'),
    },
    field('_meta', undescribedObject('metadata'), 'Your own data about the mapping.', fromReference),
    field('_size', undescribedObject('size options'), 'Whether the size of documents is indexed.', fromReference),
    field('_field_names', anything, 'An option without effect in current versions.', fromReference),
    field('_data_stream_timestamp', anything, 'Whether the mapping belongs to a data stream.', fromReference),
    field('_index_mode', anything, 'A known option. Rulebook does not describe it.', fromReference),
    field('_doc_count', anything, 'A known option. Rulebook does not describe it.', fromReference),
    field('subobjects', anything, 'Whether dots in names create objects.', fromReference, { default: 'true' }),
  ],
};
