import type { JsonObject, JsonValue } from '../../../src/kernel/json.ts';

/** Who sends a request: a token for everything, a person who is signed in, or somebody who is refused. */
export type Sender = 'token' | 'person' | 'reader' | 'revoked' | 'invalid' | 'nobody';

/** One request of a tour. */
export interface Step {
  /** The operation that is asked. */
  readonly operationId: string;
  /** False for a step that only prepares what later ones need. */
  readonly isExample: boolean;
  readonly by: Sender;
  /** Path parameters; `{queued job}` stands for an id that is only known in the run. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent as JSON. */
  readonly body?: JsonValue;
  /** What is sent as it stands. */
  readonly text?: string;
  /** Content of a file. */
  readonly file?: string;
  /** Name of the file; that of a picture when left out. */
  readonly filename?: string;
}

type Given = Partial<Omit<Step, 'operationId' | 'isExample'>>;

const FACTS = { by: 'token', path: {}, query: {}, headers: {} } as const;

/** A request that is an example of an operation. */
export const step = (operationId: string, given: Given = {}): Step => ({
  ...FACTS,
  ...given,
  operationId,
  isExample: true,
});

/** A request that prepares what later ones need. */
export const setUp = (operationId: string, given: Given): Step => ({
  ...FACTS,
  ...given,
  operationId,
  isExample: false,
});

/** A picture that can be read in the description. */
export const SOURCE_OF_PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="6"/></svg>\n';
