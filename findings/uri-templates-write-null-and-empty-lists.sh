#!/usr/bin/env bash
# Nine URI template libraries of JavaScript write four requests for one: `?labels=` for an empty list, the word `null`, `%2520`, and letters that are none.
#
# Versions: url-template 3.1.1, es6-url-template 3.0.2, uri-templates 0.2.0, uri-template-lite 23.4.0, uri-template 2.0.0, rfc6570-uri-template 1.1.0,
#   @hyperjump/uri-template 0.3.0, @contentgrid/uri-template 0.4.2 and uri-template-matcher 1.1.2 (npm), seen in November 2026.
# Behaviour: by RFC 6570 a list without entries and a value that is null are undefined, and are left out (sections 2.3 and 3.2.1); an entry of a list that is null is, too.
#   `{+path}` leaves what is encoded as it is (3.2.3). Characters are encoded by UTF-8 (1.6), each as a whole.
# Output seen (those that differ from the RFC):
#   {?labels} for no labels               url-template, es6-url-template: ?labels=
#   {?labels} for one label and a null    all but url-template, es6-url-template: ?labels=a,null
#   {?from,to} for to: null               @hyperjump/uri-template: ?from=1&to=null
#   {+path} for a%20b                     uri-template-lite: a%2520b
#   {?on*} for true                       uri-template, rfc6570-uri-template: ?true
#   {?q} for U+1F600                      uri-template: ?q=%ED%A0%BD%ED%B8%80  @hyperjump/uri-template: ?q=%EF%BF%BD%EF%BF%BD
# Why it matters: links of HAL, GitHub and MCP are templates. `?labels=` asks for what has the empty label, which is nothing, and `null` for a label of that name; url-template is
#   downloaded 39 million times a month. Which value is left out depends on who fills the template in, not on the template.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

echo '{ "private": true }' > package.json
timeout 600 npm install --silent --no-audit --no-fund url-template@3.1.1 es6-url-template@3.0.2 uri-templates@0.2.0 uri-template-lite@23.4.0 uri-template@2.0.0 \
  rfc6570-uri-template@1.1.0 @hyperjump/uri-template@0.3.0 @contentgrid/uri-template@0.4.2 uri-template-matcher@1.1.2 < /dev/null

cat > look.mjs << 'END'
import contentgrid from '@contentgrid/uri-template';
import es6 from 'es6-url-template';
import { expand } from '@hyperjump/uri-template';
import { parse as rfc6570 } from 'rfc6570-uri-template';
import plain from 'uri-template';
import lite from 'uri-template-lite';
import { UriTemplateExpander } from 'uri-template-matcher';
import templates from 'uri-templates';
import { parseTemplate } from 'url-template';

const Es6 = es6.default ?? es6;
const libraries = {
  'url-template': (template, values) => parseTemplate(template).expand(values),
  'es6-url-template': (template, values) => new Es6(template).expand(values),
  'uri-templates': (template, values) => templates(template).fill(values),
  'uri-template-lite': (template, values) => lite.expand(template, values),
  'uri-template': (template, values) => plain.parse(template).expand(values),
  'rfc6570-uri-template': (template, values) => rfc6570(template).expand(values),
  '@hyperjump/uri-template': expand,
  '@contentgrid/uri-template': (template, values) => new contentgrid(template).expand(values),
  'uri-template-matcher': (template, values) => new UriTemplateExpander(template).expand(values),
};
const cases = [
  ['{?labels}', { labels: [] }, ''],
  ['{?labels}', { labels: ['a', null] }, '?labels=a'],
  ['{?from,to}', { from: '1', to: null }, '?from=1'],
  ['{+path}', { path: 'a%20b' }, 'a%20b'],
  ['{?on*}', { on: true }, '?on=true'],
  ['{?q}', { q: '\u{1F600}' }, '?q=%F0%9F%98%80'],
];
for (const [template, values, right] of cases) {
  const others = Object.entries(libraries).flatMap(([name, fill]) => {
    const written = fill(template, values);
    return written === right ? [] : [`${name}: ${written}`];
  });
  console.log(template, others.length === 7 ? `seven: ${[...new Set(others.map((text) => text.split(': ')[1]))].join()}` : others.join(', '));
}
END
timeout 60 node look.mjs | tee said

if [ "$(cat said)" = '{?labels} url-template: ?labels=, es6-url-template: ?labels=
{?labels} seven: ?labels=a,null
{?from,to} @hyperjump/uri-template: ?from=1&to=null
{+path} uri-template-lite: a%2520b
{?on*} uri-template: ?true, rfc6570-uri-template: ?true
{?q} uri-template: ?q=%ED%A0%BD%ED%B8%80, @hyperjump/uri-template: ?q=%EF%BF%BD%EF%BF%BD' ]; then
  echo 'Still so: one template becomes several URLs.'
else
  echo 'Changed: one of the libraries now writes these values in another way.'
  exit 1
fi
