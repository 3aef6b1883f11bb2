export { membersOfObject, type JsonNode } from './json-node';
export { spansOf } from './json-spans';
export { readJsonTree } from './json-tree';
export { columnsOfRows } from './read-rows';
export { jsonAtPath } from './select-nodes';
