// Parts of docs/configuration.md: the members of rulebook.json, and the settings of the editor.
import { table } from './markdown.mjs';

/**
 * Returns the parts by their names.
 * @returns {Map<string, string>}
 */
export function configurationParts({ configurationShape, manifest }) {
  const { members } = configurationShape();
  const { properties } = manifest.contributes.configuration;
  return new Map([
    ['configuration-members', memberTable(members)],
    ['service-members', memberTable(members.services.shape.values.members)],
    ['endpoint-members', memberTable(members.endpoints.shape.values.members)],
    ['body-members', memberTable(members.bodies.shape.items.members)],
    ['settings', settingTable(properties)],
  ]);
}

function memberTable(members) {
  const rows = Object.entries(members).map(([name, { shape, required, description, absent, example }]) => [
    `\`${name}\``,
    typeOf(shape),
    description,
    required ? 'required' : (absent ?? ''),
    `\`${JSON.stringify(example)}\``,
  ]);
  return table(['Member', 'Value', 'What it does', 'Without it', 'Example'], rows);
}

function typeOf(shape) {
  const names = {
    string: 'string',
    name: () => [...shape.known.map((value) => `\`${value}\``), `a name of \`${shape.definedIn}\``].join(', '),
    choice: () => shape.values.map((value) => `\`${value}\``).join(', '),
    flag: '`true`, `false`',
    object: 'object',
    map: () => `object by ${shape.of}`,
    number: () => `number from ${shape.minimum} to ${shape.maximum}`,
    list: () => (shape.allowsOne ? `${typeOf(shape.items)}, or array` : 'array'),
  };
  const name = names[shape.kind];
  return typeof name === 'function' ? name() : name;
}

/** Settings are sorted, so that whoever looks for one finds it. */
function settingTable(properties) {
  const rows = Object.keys(properties)
    .sort()
    .map((name) => {
      const property = properties[name];
      const text = property.markdownDescription ?? property.description;
      return [`\`${name}\``, [text, ...enumerated(property)].join(' '), `\`${JSON.stringify(property.default)}\``];
    });
  return table(['Setting', 'What it does', 'Default'], rows);
}

function enumerated({ enum: values, enumDescriptions, markdownEnumDescriptions }) {
  const texts = markdownEnumDescriptions ?? enumDescriptions;
  return values && texts ? values.map((value, index) => `\`${value}\`: ${texts[index]}`) : [];
}
