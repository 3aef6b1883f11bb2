import { flattenedType } from '@rulebook/search-cluster/facts/mappings/flattened-field';
import { metadataFields } from '@rulebook/search-cluster/facts/mappings/metadata-fields';
import { respond, type ClusterCall, type ClusterStep } from '../cluster/call';
import { fieldTableOf, type MappedField } from '../indices/fields';
import { calledIndices, isOn } from '../indices/names';
import { isProblem, problem, refuse } from '../indices/problem';
import { visibleMappings } from '../indices/view';
import { withDefaults } from './flattened-parameters';
import { matchesPattern } from '@rulebook/text/name-pattern';
import { answer } from '@rulebook/sandbox/wire';

/** Responds with the mappings of the fields that patterns name, by their indices and full names. */
export function readFieldMappings(call: ClusterCall): ClusterStep {
  const flag = call.query.get('include_defaults');
  if (flag !== undefined && !['', 'true', 'false'].includes(flag))
    return refuse(call, problem(`[include_defaults] must be \`true\` or \`false\`, not [${flag}].`));
  const chosen = calledIndices(call);
  if (isProblem(chosen)) return refuse(call, chosen);
  const patterns = (call.parameters.get('field') ?? '')
    .split(',')
    .map((pattern) => (pattern === '_all' ? '*' : pattern));
  const isNamed = (name: string): boolean => patterns.some((pattern) => matchesPattern(pattern, name));
  const indices = chosen.map((named): [string, unknown] => {
    const { fields } = fieldTableOf(visibleMappings(call, named));
    const own = [...fields.values()].filter(({ kind, path }) => kind !== 'object' && isNamed(path));
    const mappings = [
      ...own.map((field) => [field.path, viewOfField(field, isOn(flag))]),
      ...[...metadataFields].filter(isNamed).map((name) => [name, { full_name: name, mapping: {} }]),
    ];
    return [named.name, { mappings: Object.fromEntries(mappings) as unknown }];
  });
  return respond(call, answer(200, Object.fromEntries(indices)));
}

function viewOfField({ path, type, options }: MappedField, withAll: boolean): unknown {
  const own = withAll && type === flattenedType ? withDefaults(options) : options;
  return { full_name: path, mapping: { [path.slice(path.lastIndexOf('.') + 1)]: own } };
}
