import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { type ChangeContext, useChangeWords } from './change-words.tsx';
import type { ListedChange } from './preview-edit.ts';

/** Number of samples of each change. */
const SAMPLES = 3;

/** Shows the first changes as old and new values, by the changed field. */
export function ChangeSamples({
  changes,
  ...context
}: ChangeContext & { readonly changes: readonly ListedChange[] }) {
  const words = useChangeWords(changes, context);
  const byPlace = Map.groupBy(changes, ({ path, channel, locale }) => [path, channel, locale].join(' '));
  return [...byPlace].map(([place, [first, ...others]]) =>
    first === undefined ? null : (
      <div key={place} className="change-samples">
        <Text size="xs" c="var(--ink-3)">
          {words.titleOf(first)}
        </Text>
        <dl>
          {[first, ...others].slice(0, SAMPLES).map((sample) => (
            <Fragment key={sample.sku}>
              <dt className="cut" title={`${sample.label} ${sample.sku}`}>
                {sample.label === sample.sku ? null : `${sample.label} `}
                <span className="code quiet">{sample.sku}</span>
              </dt>
              <dd>{words.change(sample)}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    ),
  );
}
