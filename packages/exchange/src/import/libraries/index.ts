export { importLibraries } from './loaded-libraries';
