/** What the header editor is preset with; the browser does not send it until something is pasted over it. */
export const TOKEN_PLACEHOLDER = '<paste your token>';

/**
 * Runs before the editor is loaded: tells it where its workers are, and takes the unedited placeholder out of requests,
 * so that the schema, which is open to everybody, shows before there is a token.
 */
export function environmentScript(workers: Readonly<Record<string, string>>): string {
  return `const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService };
const send = self.fetch.bind(self);
self.fetch = (resource, init = {}) => {
  const headers = new Headers(init.headers);
  if ((headers.get('authorization') ?? '').includes(${JSON.stringify(TOKEN_PLACEHOLDER)})) headers.delete('authorization');
  return send(resource, { ...init, headers });
};
`;
}

/** Runs last: draws the editor with the options that the page carries as JSON. */
export const START_SCRIPT = `YogaGraphiQL.renderYogaGraphiQL(
  document.getElementById('root'),
  JSON.parse(document.getElementById('options').textContent),
);
`;
