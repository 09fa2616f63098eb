import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { JsonObject } from '../../kernel/json.ts';
import type { ProblemContent } from './problem-content.ts';

type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 4rem auto; padding: 0 1rem; font: 0.875rem/1.5 Inter, system-ui, sans-serif;
  background: light-dark(#fbfaf8, #141517); color: light-dark(#1c1a17, #ecebe8); }
a { color: light-dark(#0b6e6e, #4cc4bd); text-underline-offset: 2px; }
h1 { font-size: 1.25rem; font-weight: 600; }
h2 { margin-top: 2rem; font-size: 0.875rem; font-weight: 600; }
h1 small, dt { color: light-dark(#57524a, #b4b3ae); font-size: inherit; font-weight: normal; }
pre { overflow-x: auto; padding: 1rem; border-radius: 8px; background: light-dark(#f3f1ed, #1b1d20); }
dt { margin-top: 1rem; }
dd { margin: 0; }
td, th { padding: 0.4rem 1rem 0.4rem 0; border-bottom: 1px solid light-dark(#e4e0d9, #2a2d32); text-align: left; vertical-align: top; }
th { color: light-dark(#57524a, #b4b3ae); font-weight: 500; }
`;

/** Nothing from elsewhere, no scripts, no forms, no frames; one style sheet, known by its hash. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  // The empty icon, without which browsers request /favicon.ico.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const PAGE_SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'referrer-policy': 'no-referrer',
};

/** Returns the page that explains one problem. */
export function problemPage(problem: ProblemContent): Markup {
  const { code, status, title, cause, fix, example, fieldCodes } = problem;
  return page(
    `${title} (${code})`,
    html`<p><a href="/problems">All problems</a></p>
<h1>${title} <small>${status}</small></h1>
<dl>
<dt>Code</dt><dd><code>${code}</code></dd>
<dt>What happened</dt><dd>${sentenceMarkup(cause)}</dd>
<dt>What to do</dt><dd>${sentenceMarkup(fix)}</dd>
</dl>
<h2>Example</h2>
${json(example)}
${
  fieldCodes.length === 0
    ? ''
    : html`<h2>Codes of fields</h2>
<p>Each entry of <code>errors</code> has one of these in <code>code</code>; <code>pointer</code> says where.</p>
${fieldCodes.map(
  (field) => html`<h3 id="${field.code}"><code>${field.code}</code></h3>
<p>${sentenceMarkup(field.cause)} ${sentenceMarkup(field.fix)}</p>
${json(field.example)}
`,
)}`
}`,
  );
}

/** Returns the page that lists all problems. */
export function problemList(problems: readonly ProblemContent[]): Markup {
  return page(
    'Problems',
    html`<h1>Problems</h1>
<p>What the server answers instead of what was asked for. Programs branch on the code; codes never change.</p>
<table>
<thead><tr><th>Status</th><th>Code</th><th>What happened</th></tr></thead>
<tbody>
${problems.map(
  ({ status, code, cause }) =>
    html`<tr><td>${status}</td><td><a href="/problems/${code}"><code>${code}</code></a></td><td>${sentenceMarkup(cause)}</td></tr>
`,
)}</tbody>
</table>`,
  );
}

/** Returns the page for people at an address that is none. */
export function notFoundPage(detail: string): Markup {
  return page(
    'Not found',
    html`<h1>Not found <small>404</small></h1>
<p>${detail}</p>
<p>These pages exist: <a href="/">the console</a>, <a href="/graphql">GraphiQL</a>,
<a href="/docs">the REST reference</a>, <a href="/problems">all problems</a>.</p>`,
  );
}

function page(title: string, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

const json = (value: JsonObject) => html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;

/** Returns a sentence in which \`words\` of code are marked. */
function sentenceMarkup(sentence: string): Markup[] {
  return sentence
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}
