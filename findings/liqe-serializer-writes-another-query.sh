#!/usr/bin/env bash
# liqe writes `zip:01234` back as `zip:1234`, long numbers rounded, and a quotation mark without its backslash, which it cannot read any more.
#
# Version: liqe 3.8.7 (npm), seen in November 2026.
# Behaviour: `serialize(parse(text))` is documented to give the original search query. A value without quotes that looks like a number is kept as one:
#   leading and trailing zeros are lost, and digits beyond the 16th are replaced by zeros. In a quoted value the backslash before a quotation mark is
#   lost, and `parse` refuses what `serialize` wrote. Quoted values keep their digits.
# Output seen:
#   zip:01234               zip:1234
#   version:1.10            version:1.1
#   id:12345678901234567890 id:12345678901234567000
#   title:"a \"b\" c"       title:"a "b" c" (refused by parse)
# Why it matters: a query that is taken apart and put together again asks for another postal code, release or identifier, and says so nowhere. Whoever
#   compares texts has to quote every number.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true, "type": "module" }' > package.json
timeout 600 npm install --silent --no-audit --no-fund liqe@3.8.7 < /dev/null

cat > write.js << 'END'
import { parse, serialize } from 'liqe';
const isRead = (text) => {
  try {
    return parse(text) !== undefined;
  } catch {
    return false;
  }
};
for (const text of ['zip:01234', 'version:1.10', 'id:12345678901234567890', 'zip:"01234"', 'title:"a \\"b\\" c"']) {
  const written = serialize(parse(text));
  console.log(`${text} > ${written}${isRead(written) ? '' : ' (refused)'}`);
}
END
timeout 60 node write.js | tee said

if [ "$(cat said)" = 'zip:01234 > zip:1234
version:1.10 > version:1.1
id:12345678901234567890 > id:12345678901234567000
zip:"01234" > zip:"01234"
title:"a \"b\" c" > title:"a "b" c" (refused)' ]; then
  echo 'Still so: what is written is not what was read.'
else
  echo 'Changed: liqe now writes these queries in another way.'
  exit 1
fi
