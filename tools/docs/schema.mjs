// schemas/rulebook.schema.json: the schema of rulebook.json.

/** Returns the file by its path in the repository. */
export function schemaFile({ rules, configurationSchema }) {
  return new Map([['schemas/rulebook.schema.json', JSON.stringify(configurationSchema(rules), null, 2)]]);
}
