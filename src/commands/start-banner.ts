import type { Access } from './first-access.ts';

/** Returns the text that `start` prints when it accepts requests: the URL and the credentials. */
export function renderBanner(publicUrl: string, access: Access | null): string {
  const way =
    access === null
      ? ['  Sign in as before; `npx catalograph token create` makes a new token.']
      : [
          `  E-mail     ${access.email}`,
          `  Password   ${access.password}`,
          `  Token      ${access.token}`,
          '',
          access.keptIn === null
            ? '  This is shown once: keep it.'
            : `  Also in ${access.keptIn}. Ctrl-C stops; all data stays.`,
        ];
  const doors = [
    `  Console    ${publicUrl}/`,
    `  GraphiQL   ${publicUrl}/graphql`,
    `  REST       ${publicUrl}/docs`,
    `  MCP        ${publicUrl}/_mcp`,
  ];
  return ['', 'Catalograph is ready.', '', ...doors, ...way, '', ''].join('\n');
}
