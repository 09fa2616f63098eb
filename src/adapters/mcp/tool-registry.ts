import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { RequestError } from '../../kernel/errors.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { localized } from '../../kernel/problems/messages/message.ts';
import { hasScope } from '../../kernel/scopes.ts';
import type { Session } from '../../kernel/session.ts';
import { didYouMean, suggest } from '../../kernel/suggestion.ts';
import type { Log } from '../../platform/log.ts';
import type { Manifest } from '../manifest/exposed-operation.ts';
import { toProblemDetails } from '../manifest/response/problem-details.ts';
import type { DocumentRunner } from '../manifest/run-exposed.ts';
import { callTool, type ToolRequestState } from './call-tool.ts';
import { type ExposedTool, exposedTools } from './exposed-tool.ts';
import { toolDefinitions } from './tool-definition.ts';
import { toolProblem } from './tool-problem.ts';
import { createToolTextTranslator, type ToolTextTranslator } from './tool-text.ts';

/** The tools of the catalogue, as the protocol lists and calls them. */
export interface ToolRegistry {
  /** The names of all tools, whoever may call them. */
  readonly names: ReadonlySet<string>;
  /** Returns the tools that a caller may call, by the role and the scopes of its token; none for nobody. */
  list(session: Session | null): readonly Tool[];
  /** Returns the result of a call, problems included. @returns null when there is no such tool */
  call(name: string, args: JsonObject, exchange: ToolRequestState): Promise<CallToolResult | null>;
  /** " Did you mean 'get_product'?" */
  nearTo(name: string): string;
}

export function createToolRegistry(settings: {
  readonly manifest: Manifest;
  readonly runner: DocumentRunner;
  readonly log: Log;
}): ToolRegistry {
  const { runner, log } = settings;
  const offered = exposedTools(settings.manifest);
  const translate = createToolTextTranslator(offered);
  const byName = new Map(offered.map((tool) => [tool.mcp.tool, tool]));
  const definitions = toolDefinitions(settings.manifest);
  return {
    names: new Set(byName.keys()),
    list(session) {
      return definitions.filter(({ name }) => {
        const scope = byName.get(name)?.operation.scope;
        return session !== null && scope !== undefined && hasScope(session, scope);
      });
    },
    async call(name, rawArguments, exchange) {
      const tool = byName.get(name);
      if (tool === undefined) return null;
      return answerCall({ tool, given: rawArguments, exchange, runner, words: translate, log });
    },
    nearTo: (name) => didYouMean(suggest(name, byName.keys())),
  };
}

async function answerCall(call: {
  readonly tool: ExposedTool;
  readonly given: JsonObject;
  readonly exchange: ToolRequestState;
  readonly runner: DocumentRunner;
  readonly words: ToolTextTranslator;
  readonly log: Log;
}): Promise<CallToolResult> {
  const { exchange, words, log } = call;
  const { requestId } = exchange;
  // `outputSchema` describes successful answers. SDK 1.x checks what a rejection has as `structuredContent` against it
  // too.
  const toErrorResult = (json: JsonObject): CallToolResult => ({ content: asText(json), isError: true });
  try {
    const result = await callTool(call);
    if ('problem' in result) return toErrorResult(toolProblem(result.problem, exchange, words));
    return { content: asText(result.json), structuredContent: { ...result.json } };
  } catch (error) {
    const problem = toProblemDetails(error);
    if (problem !== null) return toErrorResult(toolProblem(problem, exchange, words));
    log.error({ err: error, requestId }, 'a call of a tool failed');
    const detail = localized('internal-error', { requestId });
    const masked = toProblemDetails(new RequestError('internal-error', detail));
    if (masked === null) throw error;
    return toErrorResult(toolProblem(masked, exchange, words));
  }
}

/** Returns the response for programs that show their model texts alone. */
const asText = (json: JsonObject): CallToolResult['content'] => [
  { type: 'text', text: JSON.stringify(json) },
];
