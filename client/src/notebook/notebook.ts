export { createSerializer } from './serializer';
export { startNotebooks } from './start-notebooks';
