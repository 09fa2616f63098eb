export { openSource, sourcePath } from './open-source.ts';
