import { stripBrackets } from '../../ui/labels/plain-label.ts';
import { TextLink } from '../../ui/text-link.tsx';
import type { MissingInScope } from './missing-columns.ts';

interface Page {
  readonly channel: string | null;
  readonly locale: string | null;
}

interface GapRow {
  readonly id: string;
  readonly sku: string;
  readonly label: string;
  readonly gaps: readonly MissingInScope[];
  /** The sentence about the product; null for none. */
  readonly note: string | null;
}

/** Lists products with what they lack; each link opens the fields that are missing, where one of them is. */
export function GapList(props: {
  readonly label: string;
  readonly rows: readonly GapRow[];
  readonly page: Page;
  readonly onFollow: () => void;
}) {
  const { label, rows, page, onFollow } = props;
  return (
    <ul className="plain-list refused-list" aria-label={label}>
      {rows.map((row) => (
        <li key={row.id}>
          <TextLink
            to="/products/$sku"
            params={{ sku: row.sku }}
            search={{ ...gapScope(row.gaps, page), missing: true }}
            onClick={onFollow}
          >
            {stripBrackets(row.label)}
          </TextLink>
          <span className="code quiet">{row.sku}</span>
          {row.note === null ? null : <span className="quiet">{row.note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Returns the channel and locale of the first gap; nothing if there is one in those of the page. */
function gapScope(gaps: readonly MissingInScope[], page: Page) {
  const open = gaps.filter(({ missing }) => missing.length > 0);
  const [first] = open;
  const isHere = ({ channel, locale }: MissingInScope) =>
    channel.code === page.channel && locale.code === page.locale;
  return first === undefined || open.some(isHere)
    ? {}
    : { channel: first.channel.code, locale: first.locale.code };
}
