import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = Omit<AnchorProps, 'vars'> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
    readonly ref?: Ref<HTMLAnchorElement>;
  };

/** A link to another page in a text or a table; its address is checked against the routes. */
export const TextLink = createLink((props: Props) => <Anchor underline="always" size="sm" {...props} />);
