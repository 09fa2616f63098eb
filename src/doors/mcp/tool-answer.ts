import type { JsonObject } from '../../kernel/json.ts';
import type { OutgoingProblem } from '../manifest/response/outgoing-problem.ts';

/** What a call of a tool came to, before it is put into the words of the protocol. */
export type ToolAnswer = { readonly json: JsonObject } | { readonly problem: OutgoingProblem };
