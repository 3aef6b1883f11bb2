#!/usr/bin/env bash
# Four readers of JSON:API documents lose what is in them: keys of a map, whom a relationship names, and that a relationship is empty.
#
# Versions: jsonapi-serializer 3.6.9, kitsu-core 11.1.0, jsonapi-parse 2.0.1 and jsona 1.14.0 (npm), seen in November 2026.
# Behaviour: the document has an attribute that is a map of three labels, a relationship that is empty (`data: null`), and one of two persons that are not
#   included, which the specification permits. jsonapi-serializer renames the keys of the values, too, without being asked: EUR becomes eur, and of app-name,
#   app_name and appName one is left; persons that are not included are null. kitsu-core makes `{}` of the empty relationship, and jsonapi-parse leaves it out, like
#   one that the server did not send. jsona keeps all.
# Output seen (labels, boss, the identifiers of the team):
#   jsonapi-serializer  {"app-name":"z","eur":1}                                     null     [null,null]
#   kitsu-core          {"app-name":"x","app_name":"y","appName":"z","EUR":1}        {}       ["9","10"]
#   jsonapi-parse       {"app-name":"x","app_name":"y","appName":"z","EUR":1}        nothing  ["9","10"]
#   jsona               {"app-name":"x","app_name":"y","appName":"z","EUR":1}        null     ["9","10"]
# Why it matters: what is read, changed and sent back with PATCH has other labels. `if (thing.boss)` is true though there is none, and who belongs to the team is lost unless
#   everything is included.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund jsonapi-serializer@3.6.9 kitsu-core@11.1.0 jsonapi-parse@2.0.1 jsona@1.14.0 < /dev/null

cat > look.js << 'END'
import serializer from 'jsonapi-serializer';
import { deserialise } from 'kitsu-core';
import parser from 'jsonapi-parse';
import { Jsona } from 'jsona';

const document = () => ({
  data: {
    type: 'projects',
    id: '1',
    attributes: { labels: { 'app-name': 'x', app_name: 'y', appName: 'z', EUR: 1 } },
    relationships: {
      boss: { data: null },
      team: { data: [{ type: 'people', id: '9' }, { type: 'people', id: '10' }] },
    },
  },
});
const read = {
  'jsonapi-serializer': await new serializer.Deserializer().deserialize(document()),
  'kitsu-core': (await deserialise(document())).data,
  'jsonapi-parse': parser.parse(document()).data,
  jsona: new Jsona().deserialize(document()),
};
for (const [name, { labels, boss, team }] of Object.entries(read)) {
  const identifiers = (team.data ?? team).map((person) => person && person.id);
  console.log(name, JSON.stringify(labels), boss === undefined ? 'nothing' : JSON.stringify(boss), JSON.stringify(identifiers));
}
END
timeout 60 node look.js | tee said

if [ "$(cat said)" = 'jsonapi-serializer {"app-name":"z","eur":1} null [null,null]
kitsu-core {"app-name":"x","app_name":"y","appName":"z","EUR":1} {} ["9","10"]
jsonapi-parse {"app-name":"x","app_name":"y","appName":"z","EUR":1} nothing ["9","10"]
jsona {"app-name":"x","app_name":"y","appName":"z","EUR":1} null ["9","10"]' ]; then
  echo 'Still so: three of four readers lose a part.'
else
  echo 'Changed: one of the readers now reads the document in another way.'
  exit 1
fi
