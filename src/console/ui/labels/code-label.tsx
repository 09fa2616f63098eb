import type { ReactNode } from 'react';
import { codeOf } from './plain-label.ts';

/** Shows a label; the code where there is none in this language, in quiet ink. */
export function CodeLabel({ label }: { readonly label: string }) {
  const code = codeOf(label);
  return code === null ? label : <span className="code-label">{code}</span>;
}

/** Returns labels in one text, as the API lists those of several options. */
export function codeLabels(text: string): ReactNode {
  if (!text.includes('[')) return text;
  return text.split(', ').map((label, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: labels are told apart by their place alone.
    <span key={index}>
      {index === 0 ? '' : ', '}
      <CodeLabel label={label} />
    </span>
  ));
}
