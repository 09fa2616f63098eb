import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import type { FieldInputProps } from './field-props.ts';
import { DEFAULT_TAGS, sanitizeHtml } from './sanitize-html.ts';

interface Tool {
  readonly tag: string;
  readonly sign: ReactNode;
  readonly label: string;
  readonly run: () => void;
}

// The only way to change formatted text that the browser can undo by Ctrl-Z.
const command = (name: string, value?: string) => document.execCommand(name, false, value);

const TOOLS: readonly Tool[] = [
  { tag: 'strong', sign: <b>B</b>, label: t('Bold'), run: () => command('bold') },
  { tag: 'em', sign: <i>I</i>, label: t('Italic'), run: () => command('italic') },
  { tag: 'h2', sign: 'H2', label: t('Heading'), run: () => command('formatBlock', 'h2') },
  { tag: 'h3', sign: 'H3', label: t('Heading 3'), run: () => command('formatBlock', 'h3') },
  { tag: 'p', sign: '¶', label: t('Paragraph'), run: () => command('formatBlock', 'p') },
  { tag: 'ul', sign: '•', label: t('Bulleted list'), run: () => command('insertUnorderedList') },
  { tag: 'ol', sign: '1.', label: t('Numbered list'), run: () => command('insertOrderedList') },
];

/** Edits formatted text with the elements that the attribute allows. Pasted text is cleaned. */
export default function RichText(props: FieldInputProps) {
  const { attribute, label, describedBy, isInvalid, text, onChange } = props;
  const allowed = attribute.validation.allowedTags ?? DEFAULT_TAGS;
  const [isSource, setIsSource] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const written = useRef<string | null>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || written.current === text) return;
    current.innerHTML = sanitizeHtml(text, [...DEFAULT_TAGS, ...allowed]);
    written.current = text;
  });
  const change = () => {
    const html = sanitizeHtml(box.current?.innerHTML ?? '', allowed);
    written.current = html;
    onChange({ text: html, value: html === '' ? null : html });
  };
  const paste = (event: ClipboardEvent) => {
    const html = event.clipboardData.getData('text/html');
    if (html === '') return;
    event.preventDefault();
    command('insertHTML', sanitizeHtml(html, allowed));
  };
  const press = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Enter' && !ctrlKey && !metaKey && allowed.includes('p'))
      command('defaultParagraphSeparator', 'p');
  };
  const tools = TOOLS.filter(({ tag }) => allowed.includes(tag));
  return (
    <div className="field-rich" data-invalid={isInvalid || undefined}>
      <div className="field-tools" role="toolbar" aria-label={t('Format: {field}', { field: label })}>
        {isSource
          ? null
          : tools.map(({ tag, sign, label: name, run }) => (
              <button
                key={tag}
                type="button"
                tabIndex={-1}
                aria-label={name}
                title={name}
                className="flat"
                // The text keeps the focus and its selection.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  box.current?.focus();
                  run();
                }}
              >
                {sign}
              </button>
            ))}
        <button
          type="button"
          tabIndex={-1}
          className="flat"
          aria-pressed={isSource}
          onClick={() => {
            written.current = null;
            setIsSource(!isSource);
          }}
        >
          {t('HTML')}
        </button>
      </div>
      {isSource ? (
        <textarea
          className="code"
          aria-label={label}
          aria-describedby={describedBy}
          rows={6}
          value={text}
          onChange={({ currentTarget: { value } }) =>
            onChange({ text: value, value: value === '' ? null : value })
          }
        />
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a text field cannot show formatted text
        <div
          ref={box}
          className="field-html"
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          tabIndex={0}
          aria-multiline="true"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          onInput={change}
          onPaste={paste}
          onKeyDown={press}
        />
      )}
    </div>
  );
}

/** Shows formatted text to be read. */
export function RichView({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.innerHTML = sanitizeHtml(html, DEFAULT_TAGS);
  }, [html]);
  return <div ref={box} className="field-html" />;
}
