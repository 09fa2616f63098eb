import type { ReactNode } from 'react';
import { bracketedCode } from './plain-label.ts';

/** Shows a label; the code where there is none in this language, in quiet ink. */
export function CodeLabel({ label }: { readonly label: string }) {
  const code = bracketedCode(label);
  return code === null ? label : <span className="code-label">{code}</span>;
}

/** Returns labels in one text, as the API lists those of several options. */
export function joinLabels(text: string): ReactNode {
  if (!text.includes('[')) return text;
  return text.split(', ').map((label, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: labels are told apart by their place alone.
    <span key={index}>
      {index === 0 ? '' : ', '}
      <CodeLabel label={label} />
    </span>
  ));
}
