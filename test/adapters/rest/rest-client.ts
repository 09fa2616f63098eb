import { type ServedProgram, serveProgram } from '../../support/served-program.ts';

export interface RestAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
}

export interface RestRequest {
  readonly json?: unknown;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A token; null for nobody. */
  readonly as?: string | null;
}

/** The demo catalogue behind the whole program, asked over REST. */
export async function serveDemo() {
  const served = await serveProgram();
  await served.seedDemo();
  return { ...served, rest: restOf(served) };
}

/** Asks `GET /channels`, `POST /products` and so on below `/api/v1`. */
export function restOf(served: ServedProgram) {
  return async (
    route: string,
    { json, body, headers = {}, as = served.token }: RestRequest = {},
  ): Promise<RestAnswer> => {
    const [method = '', path = ''] = route.split(' ');
    const content = json === undefined ? body : JSON.stringify(json);
    const response = await served.request(`/api/v1${path}`, {
      method,
      headers: {
        ...(as === null ? {} : { authorization: `Bearer ${as}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    });
    const text = await response.text();
    const isJson = text !== '' && /[/+]json$/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  };
}
