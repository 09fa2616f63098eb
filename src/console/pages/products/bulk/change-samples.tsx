import { Text } from '@mantine/core';
import { Fragment } from 'react';
import type { PreviewedChange } from './preview-edit.ts';
import { type ChangeFormatterOptions, useChangeFormatter } from './use-change-formatter.tsx';

/** Number of samples of each change. */
const MAX_SAMPLES = 3;

/** Shows the first changes as old and new values, by the changed field. */
export function ChangeSamples({
  changes,
  ...context
}: ChangeFormatterOptions & { readonly changes: readonly PreviewedChange[] }) {
  const changeTexts = useChangeFormatter(changes, context);
  const byField = Map.groupBy(changes, ({ path, channel, locale }) => [path, channel, locale].join(' '));
  return [...byField].map(([field, [first, ...others]]) =>
    first === undefined ? null : (
      <div key={field} className="change-samples">
        <Text size="xs" c="var(--ink-3)">
          {changeTexts.titleOf(first)}
        </Text>
        <dl>
          {[first, ...others].slice(0, MAX_SAMPLES).map((sample) => (
            <Fragment key={sample.sku}>
              <dt className="cut" title={`${sample.label} ${sample.sku}`}>
                {sample.label === sample.sku ? null : `${sample.label} `}
                <span className="code quiet">{sample.sku}</span>
              </dt>
              <dd>{changeTexts.change(sample)}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    ),
  );
}
