/** Initial value of the header editor in each tab; the browser never sends it. */
export const TOKEN_PLACEHOLDER = '<paste your token>';

/**
 * Runs before the editor is loaded: tells it where its workers are, and replaces the unedited placeholder in requests by
 * the token that was last sent from another tab. Without one it takes the placeholder out: the schema is open to
 * everybody, and whoever is signed in at the console needs no token.
 */
export function environmentScript(workers: Readonly<Record<string, string>>): string {
  return `const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] ?? workers.editorWorkerService };
const send = self.fetch.bind(self);
let lastSent = '';
self.fetch = (resource, init = {}) => {
  const headers = new Headers(init.headers);
  const authorization = headers.get('authorization') ?? '';
  if (!authorization.includes(${JSON.stringify(TOKEN_PLACEHOLDER)})) lastSent = authorization || lastSent;
  else if (lastSent === '') headers.delete('authorization');
  else headers.set('authorization', lastSent);
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
