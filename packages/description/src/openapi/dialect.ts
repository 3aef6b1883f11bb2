/** The format of a description of a service. */
export type ServiceDialect = 'swagger-2.0' | 'openapi-3.0' | 'openapi-3.1' | 'openapi-3.2';

/** The format of a description; `json-schema-7` is a JSON Schema up to draft 7. */
export type Dialect = ServiceDialect | 'json-schema' | 'json-schema-7';
