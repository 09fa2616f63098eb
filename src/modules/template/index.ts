// Templates: the models of a few kinds of shops as data, and the operation that creates one in an organization. The
// module stands above `catalogue` and `product`, whose operations write everything.
export { applyTemplate } from './apply-template.ts';
export { listTemplates } from './list-templates.ts';
export { resolveTarget, type TargetInput } from './template-target.ts';
