// Proposals: what the columns of a table of products are, and the operation that makes a catalogue of it. The module
// stands above `catalogue` and `import`, whose operations write everything.
export { applyProposal } from './apply-proposal.ts';
