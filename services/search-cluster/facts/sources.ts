import { documented, reference } from './source-document';

/** The sections that the facts of this service come from, and the public sources of the weaker layer. */
export const fromRequestBody = documented('API key create request body (JSON, all fields optional)');
/** The role descriptor's table. */
export const fromRoleDescriptor = documented('Role descriptor (value of each entry of role_descriptors)');
/** The response's table. */
export const fromResponse = documented('API key create response (200)');
/** The operation and its four rules. */
export const fromCreateKey = documented('Create an API key');
/** The states. Of a key, the section says only that it may never expire. */
export const fromStates = documented('States and transitions');
/** The situations that lead to an error response. */
export const fromErrors = documented('Errors');
/** The versions in which elements were added. */
export const fromVersioning = documented('Versioning');
/** The header that carries the credential. */
export const fromAuthentication = documented('Authentication');

/** The public specification of the API, as of the given date. */
export const specification = 'elastic/elasticsearch-specification, 2026-08';
/** The server's public source. */
export const serverSource = 'elastic/elasticsearch, server source';
/** What servers make of text behind the value of a body, where the reader does not look for its end. */
export const textBehind = { text: 'Servers read one value, and ignore what comes after it.', source: serverSource };
/** The public page on API conventions. */
export const conventions = 'Elasticsearch reference, REST API conventions';
/** The public page on security privileges. */
export const privilegePage = 'Elasticsearch reference, security privileges';

/** Returns reference provenance next to the request body's table. */
export function referenceOnRequestBody(source: string) {
  return reference('API key create request body (JSON, all fields optional)', source);
}

/** Returns reference provenance next to the role descriptor's table. */
export function referenceOnRoleDescriptor(source: string) {
  return reference('Role descriptor (value of each entry of role_descriptors)', source);
}

/** The source of the privileges, and of the actions that they grant. */
export const fromServerPrivileges = referenceOnRoleDescriptor(serverSource);

/** Returns reference provenance next to the operation's description. */
export function referenceOnCreateKey(source: string) {
  return reference('Create an API key', source);
}
