/** The format of a description. */
export type Dialect = 'swagger-2.0' | 'openapi-3.0' | 'openapi-3.1' | 'openapi-3.2';
