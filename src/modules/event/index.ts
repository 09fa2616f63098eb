export { defineRevisions, type Revision } from './list-revisions.ts';
