#!/usr/bin/env bash
# Descriptions that apispec makes of Marshmallow's schemas permit the 0 that the server refuses, forbid texts that it takes, and say number for a text.
#
# Version: apispec 6.10.1 with marshmallow 4.4.0, checked with openapi-schema-validator and openapi-spec-validator 0.9.0 (PyPI), seen in November 2026.
# Behaviour: each value is checked by the schema itself, as the server does, and by the schema in the description. `Range(min=0, min_inclusive=False)` is
#   described as `minimum: 0`. `ContainsOnly`, for texts of given letters, is described as an enumeration of the letters. A nested object that may be null is
#   `anyOf` any object or the described one in OpenAPI 3.0, so that it takes every object; with 3.1 it is right. A decimal that is written as a text is described
#   as a number. A time with a format of its own has `format: null`, for which the whole description is not valid. No warning.
# Output seen (server, described in 3.0.3):
#   {"price":0}                    refused, valid         {"code":"aab"}    valid, refused
#   {"owner":{"nope":1}}           refused, valid         sent {"rate":"1.50"}: not as described
#   a time "%d/%m/%Y"              None is not of type 'string'
# Why it matters: flask-smorest, flask-apispec and others publish these files; clients and checks made of them let through what gets 422, and refuse what is
#   right. The check of a response finds a mistake in each price.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

timeout 600 python3 -m pip install --quiet --disable-pip-version-check --target packages apispec==6.10.1 marshmallow==4.4.0 openapi-schema-validator==0.9.0 \
  openapi-spec-validator==0.9.0 2> /dev/null < /dev/null

cat > describe.py << 'END'
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, fields, validate
from openapi_schema_validator import OAS30Validator, OAS31Validator
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator


class Owner(Schema):
    id = fields.Int(required=True)


class Product(Schema):
    price = fields.Int(validate=validate.Range(min=0, min_inclusive=False))
    code = fields.Str(validate=validate.ContainsOnly("ab"))
    owner = fields.Nested(Owner, allow_none=True)
    rate = fields.Decimal(as_string=True)


class Dated(Schema):
    day = fields.DateTime(format="%d/%m/%Y")


def describe(version, schema):
    spec = APISpec("t", "1", version, plugins=[MarshmallowPlugin()])
    spec.components.schema("It", schema=schema)
    return spec.to_dict()


def word(valid):
    return "valid" if valid else "refused"


for version, values, whole in (("3.0.3", OAS30Validator, OpenAPIV30SpecValidator), ("3.1.0", OAS31Validator, OpenAPIV31SpecValidator)):
    components = describe(version, Product)["components"]
    described = values({"$ref": "#/components/schemas/It", "components": components})
    for value in ({"price": 1}, {"price": 0}, {"code": "aab"}, {"owner": {"nope": 1}}):
        print(version, value, word(not Product().validate(value)), word(described.is_valid(value)))
    sent = Product().dump({"rate": "1.50"})
    print(version, "sent", sent, word(described.is_valid(sent)))
    print(version, "with a time:", [error.message for error in whole(describe(version, Dated)).iter_errors()][-1])
END
PYTHONPATH=packages timeout 120 python3 -W ignore describe.py | tee said

if [ "$(cat said)" = "3.0.3 {'price': 1} valid valid
3.0.3 {'price': 0} refused valid
3.0.3 {'code': 'aab'} valid refused
3.0.3 {'owner': {'nope': 1}} refused valid
3.0.3 sent {'rate': '1.50'} refused
3.0.3 with a time: None is not of type 'string'
3.1.0 {'price': 1} valid valid
3.1.0 {'price': 0} refused valid
3.1.0 {'code': 'aab'} valid refused
3.1.0 {'owner': {'nope': 1}} refused refused
3.1.0 sent {'rate': '1.50'} refused
3.1.0 with a time: None is not of type 'string'" ]; then
  echo 'Still so: the description says other values than the schema.'
else
  echo 'Changed: apispec now describes the values in another way.'
  exit 1
fi
