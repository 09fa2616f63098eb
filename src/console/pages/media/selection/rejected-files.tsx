import { t } from '../../../i18n/translate.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import type { RejectedFile } from '../save/media-changes.ts';

/** Maximum number of users of a file that are named. */
const NAMED = 8;

/** Lists files that a change left as they are: what uses each, or another reason. */
export const RejectedFiles = ({ files }: { readonly files: readonly RejectedFile[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the focus, so that it scrolls by keyboard
  <ul className="plain-list rejected-files" aria-label={t('Files that were not changed')} tabIndex={0}>
    {files.map((file) => (
      <li key={file.code}>
        <strong>{file.code}</strong>
        {file.usedBy.length === 0 ? (
          <p>{file.message}</p>
        ) : (
          <p>
            {t('Used by')}{' '}
            {file.usedBy.slice(0, NAMED).map(({ type, code }, index) => (
              <span key={`${type} ${code}`}>
                {index === 0 ? '' : ', '}
                {type === 'Product' ? (
                  <TextLink to="/products/$sku" params={{ sku: code }}>
                    {code}
                  </TextLink>
                ) : (
                  code
                )}
              </span>
            ))}
            {file.usedBy.length > NAMED ? ' …' : ''}
          </p>
        )}
      </li>
    ))}
  </ul>
);
