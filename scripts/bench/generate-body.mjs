import { randomNumbers } from './statistics.mjs';

/**
 * Returns a JSON file of about so many characters that is the body of one request with very many role descriptors.
 * @param {number} length
 */
export function generateBody(length) {
  const next = randomNumbers(3);
  const roles = [];
  for (let size = 0, index = 0; size < length; index++) {
    const role = [
      `    "role-${index}": {`,
      `      "cluster": ["monitor"],`,
      `      "indices": [`,
      `        { "names": ["logs-${next(1000)}-*"], "privileges": ["read", "view_index_metadata"] },`,
      `        { "names": ["metrics-${next(1000)}"], "privileges": ["read"] }`,
      `      ]`,
      `    }`,
    ].join('\n');
    roles.push(role);
    size += role.length + 2;
  }
  return `// @request PUT /_security/api_key\n{\n  "name": "large",\n  "role_descriptors": {\n${roles.join(',\n')}\n  }\n}\n`;
}
