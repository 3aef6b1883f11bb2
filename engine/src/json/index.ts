export { membersOfObject, type JsonNode } from './json-node';
export { spansOf } from './json-spans';
export { readJsonTree } from './json-tree';
export { jsonAtPath } from './select-nodes';
