import type { Client } from '@modelcontextprotocol/client';
import { answerIn } from '../adapters/mcp/mcp-client.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a refused call says of one of its arguments. */
interface Mistake {
  readonly code: string;
  readonly pointer: string;
  readonly suggestions: readonly string[];
  readonly look_up?: { readonly tool: string; readonly arguments: Json };
}

/** One call that was made, for whoever reads the story afterwards. */
interface Step {
  readonly tool: string;
  /** Codes of what was wrong; empty when it went well. */
  readonly refused: readonly string[];
}

/** A program that works with tools as a model does: it knows their descriptions and what they answer, nothing else. */
export interface Agent {
  readonly steps: readonly Step[];
  /** The tool whose description has these words. @throws Error when none or several have them */
  choose(words: RegExp): string;
  /** Calls a tool; when it is refused, mends what the refusal names and calls again, a few times at most. */
  call(tool: string, given: Json): Promise<Json>;
}

const MOST_TRIES = 6;

/** @param locales the locales that matter, for values that turn out to be one per locale */
export async function createAgent(client: Client, locales: () => readonly string[]): Promise<Agent> {
  const { tools } = await client.listTools();
  const steps: Step[] = [];
  const ask = async (name: string, given: Json) => {
    const result = await client.callTool({ name, arguments: given });
    const json = answerIn(result);
    const isError = result.isError === true;
    const mistakes = isError ? ((json.errors ?? []) as readonly Mistake[]) : [];
    steps.push({ tool: name, refused: isError ? codesOf(json, mistakes) : [] });
    return { json, isError, mistakes };
  };
  const call = async (name: string, given: Json): Promise<Json> => {
    let now = structuredClone(given) as Record<string, unknown>;
    for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
      const { json, isError, mistakes } = await ask(name, now);
      if (!isError) return json;
      if (mistakes.length === 0) throw new Error(`${name}: ${String(json.detail)} ${String(json.hint)}`);
      for (const mistake of mistakes) now = await mend(now, mistake, { ask, locales });
    }
    throw new Error(`${name} was refused ${MOST_TRIES} times: ${JSON.stringify(steps.at(-1))}`);
  };
  return {
    steps,
    call,
    choose(words) {
      const fitting = tools.filter(({ description = '' }) => words.test(description));
      const [only] = fitting;
      if (only === undefined || fitting.length > 1)
        throw new Error(`${fitting.length} tools say ${words}: ${fitting.map(({ name }) => name).join()}`);
      return only.name;
    },
  };
}

const codesOf = (problem: Json, mistakes: readonly Mistake[]) =>
  mistakes.length === 0 ? [String(problem.code)] : [...new Set(mistakes.map(({ code }) => code))];

interface Means {
  ask(tool: string, given: Json): Promise<{ readonly json: Json }>;
  locales(): readonly string[];
}

/** The arguments with one mistake mended, by what the mistake says of itself. */
async function mend(
  given: Record<string, unknown>,
  mistake: Mistake,
  means: Means,
): Promise<Record<string, unknown>> {
  const path = mistake.pointer.split('/').slice(1);
  const [meant] = mistake.suggestions;
  if (mistake.code === 'unknown-property' || mistake.code === 'attribute-not-found') {
    if (meant === undefined) throw new Error(`Nobody knows what ${mistake.pointer} was to be.`);
    return renamed(given, path, meant);
  }
  if (mistake.code === 'locale-required') {
    if (means.locales().length === 0 && mistake.look_up !== undefined)
      await means.ask(mistake.look_up.tool, mistake.look_up.arguments);
    return changed(given, path, (value) => means.locales().map((locale) => ({ locale, value })));
  }
  if (meant !== undefined) return changed(given, path, (value) => replaced(value, meant));
  if (mistake.look_up !== undefined) {
    const { json } = await means.ask(mistake.look_up.tool, mistake.look_up.arguments);
    return changed(given, path, (value) => replaced(value, nearest(String(leafOf(value)), json)));
  }
  throw new Error(`There is no way to mend ${mistake.code} at ${mistake.pointer}.`);
}

const leafOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
const replaced = (value: unknown, by: string): unknown =>
  typeof value === 'object' && value !== null && 'value' in value ? { ...value, value: by } : by;

/** The code whose name is the word that was refused. */
function nearest(word: string, { items }: Json): string {
  const all = items as readonly { readonly code: string; readonly label: string }[];
  const found = all.find(({ label }) => label.toLowerCase() === word.toLowerCase());
  if (found === undefined) throw new Error(`Nothing is called '${word}'.`);
  return found.code;
}

function changed(
  given: Record<string, unknown>,
  path: readonly string[],
  change: (value: unknown) => unknown,
): Record<string, unknown> {
  return withPlace(given, path, (owner, key) => {
    owner[key] = change(owner[key]);
  });
}

function renamed(
  given: Record<string, unknown>,
  path: readonly string[],
  name: string,
): Record<string, unknown> {
  return withPlace(given, path, (owner, key) => {
    owner[name] = owner[key];
    delete owner[key];
  });
}

/** A copy of the arguments in which the place of a pointer, as far as it leads, was changed. */
function withPlace(
  given: Record<string, unknown>,
  path: readonly string[],
  act: (owner: Record<string, unknown>, key: string) => void,
): Record<string, unknown> {
  const copy = structuredClone(given);
  let owner: Record<string, unknown> = copy;
  for (const [index, key] of path.entries()) {
    const next = owner[key];
    const isLast = index === path.length - 1 || typeof next !== 'object' || next === null;
    if (isLast) {
      act(owner, key);
      break;
    }
    owner = next as Record<string, unknown>;
  }
  return copy;
}
