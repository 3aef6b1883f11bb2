export { painless } from './language';
