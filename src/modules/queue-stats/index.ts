export { countInstallation, type StateCount } from './installation.store.ts';
