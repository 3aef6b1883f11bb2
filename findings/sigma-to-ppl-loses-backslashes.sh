#!/usr/bin/env bash
# Sigma rules that pySigma converts to OpenSearch's PPL lose every backslash, and regular expressions become a full-text search for their characters.
#
# Version: pysigma-backend-opensearch 2.0.3 with pysigma 1.5.1, compared with the ES|QL of pysigma-backend-elasticsearch 2.1.1 (PyPI), seen in November 2026.
# Behaviour: the rule asks for a path that ends with `\cmd.exe`. The PPL has `LIKE(Image, "%cmd.exe")`, which finds `notcmd.exe`, too; and `C:\Windows\cmd.exe`
#   becomes "C:Windowscmd.exe", which is the path of nothing; the two at the start of a share are lost as well. `re` is written as `match(field, '...')`: in PPL
#   `match` is the full-text search for the words of a text, not a test of an expression. No warning.
# Output seen (ES|QL, then PPL):
#   ends with \cmd.exe      ends_with(Image, "\\cmd.exe")        LIKE(Image, "%cmd.exe")
#   C:\Windows\cmd.exe      Image=="C:\\Windows\\cmd.exe"        Image="C:Windowscmd.exe"
#   \\host\share            Image=="\\\\host\\share"             Image="hostshare"
#   re ^a\d+$               Image rlike "^a\\d+$"                match(Image, '^a\d+$')
# Why it matters: nearly each rule for Windows has a path or a key of the registry. Exact ones find nothing, which looks like peace, and the others alarm for what
#   they were written to leave out. A saved PPL query says nothing of the backslash that its rule has.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages pysigma==1.5.1 pysigma-backend-opensearch==2.0.3 \
  pysigma-backend-elasticsearch==2.1.1 2> /dev/null < /dev/null

cat > convert.py << 'END'
from sigma.backends.elasticsearch import ESQLBackend
from sigma.backends.opensearch import OpenSearchPPLBackend
from sigma.collection import SigmaCollection

rule = """title: t
status: test
logsource: {category: process_creation, product: windows}
detection:
    selection:
        %s
    condition: selection
"""
for line in (r"Image|endswith: '\cmd.exe'", r"Image: 'C:\Windows\cmd.exe'", r"Image: '\\\\host\share'", r"Image|re: '^a\d+$'"):
    (esql,) = ESQLBackend().convert(SigmaCollection.from_yaml(rule % line))
    (ppl,) = OpenSearchPPLBackend().convert(SigmaCollection.from_yaml(rule % line))
    print(line, "=>", esql.split("| where ")[1], "=>", ppl.split("| where ")[1])
END
PYTHONPATH=packages timeout 120 python3 -W ignore convert.py | tee said

cat > expected << 'END'
Image|endswith: '\cmd.exe' => ends_with(Image, "\\cmd.exe") => LIKE(Image, "%cmd.exe")
Image: 'C:\Windows\cmd.exe' => Image=="C:\\Windows\\cmd.exe" => Image="C:Windowscmd.exe"
Image: '\\\\host\share' => Image=="\\\\host\\share" => Image="hostshare"
Image|re: '^a\d+$' => Image rlike "^a\\d+$" => match(Image, '^a\d+$')
END
if cmp -s said expected; then
  echo 'Still so: backslashes are lost on the way to PPL, and expressions are searched for as words.'
else
  echo 'Changed: the converter now writes another PPL.'
  exit 1
fi
