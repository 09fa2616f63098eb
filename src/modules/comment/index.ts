export { createComment, deleteComment, updateComment } from './comment.operations.ts';
export { eraseComments } from './comment.store.ts';
export { listComments } from './list-comments.ts';
