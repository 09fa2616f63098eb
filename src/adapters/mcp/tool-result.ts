import type { JsonObject } from '../../kernel/json.ts';
import type { ProblemDetails } from '../manifest/response/problem-details.ts';

/** Result of a call of a tool, before it is converted to the form of the protocol. */
export type ToolResult = { readonly json: JsonObject } | { readonly problem: ProblemDetails };
