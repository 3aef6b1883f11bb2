#!/usr/bin/env bash
# openapi-response-validator no longer demands the last required member of a schema if the schema has a `writeOnly` member that is optional, such as a password.
#
# Version: openapi-response-validator 12.1.3, and 9.3.1, which jest-openapi and the plugin for Chai install (npm), seen in November 2026.
# Behaviour: OpenAPI 3.0 says of `writeOnly` that such a member should not be sent in a response, and that `required` holds for requests only then. The package
#   takes such members out of `required` before it checks. If one is not in that list, it takes out the last entry of the list in its place; two of them take
#   out two. The members themselves are still checked, if they are there.
# Output seen (the response `{}`, for a user whose `id` and `name` are required):
#   no writeOnly member                     id, name are missing
#   an optional writeOnly password          id is missing
#   a password and an optional PIN as well  valid
#   a required writeOnly password           id, name are missing
# Why it matters: tests with `toSatisfyApiSpec` and services that check their responses with express-openapi are green, and the client that trusts the description
#   gets a user without an identifier. Adding an optional password to a schema is what switches the check off.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund --ignore-scripts openapi-response-validator@12.1.3 older@npm:openapi-response-validator@9.3.1 < /dev/null

cat > validate.js << 'END'
import newer from 'openapi-response-validator';
import older from 'older';
const secret = { type: 'string', writeOnly: true };
const cases = {
  none: [{}, ['id', 'name']],
  'optional password': [{ password: secret }, ['id', 'name']],
  'optional password, PIN': [{ password: secret, pin: secret }, ['id', 'name']],
  'required password': [{ password: secret }, ['id', 'name', 'password']],
};
for (const [name, [secrets, required]] of Object.entries(cases)) {
  const said = [newer, older].map(({ default: Validator }) => {
    const schema = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' }, ...secrets }, required: [...required] };
    const responses = { 200: { description: 'A user', content: { 'application/json': { schema } } } };
    const { errors = [] } = new Validator({ responses }).validateResponse(200, {}) ?? {};
    return errors.map(({ message }) => message.match(/'(.*)'/)[1]).join(' ') || 'valid';
  });
  console.log(`${name}: ${said.join(' | ')}`);
}
END
timeout 60 node validate.js | tee said

if [ "$(cat said)" = 'none: id name | id name
optional password: id | id
optional password, PIN: valid | valid
required password: id name | id name' ]; then
  echo 'Still so: an optional writeOnly member takes a required one out.'
else
  echo 'Changed: required members are now checked in another way.'
  exit 1
fi
