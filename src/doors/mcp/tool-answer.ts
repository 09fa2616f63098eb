import type { JsonObject } from '../../kernel/json.ts';
import type { OutgoingProblem } from '../manifest/response/outgoing-problem.ts';

/** Result of a call of a tool, before it is converted to the form of the protocol. */
export type ToolAnswer = { readonly json: JsonObject } | { readonly problem: OutgoingProblem };
