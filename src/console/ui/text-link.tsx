import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Props = Omit<AnchorProps, 'vars'> &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & {
    readonly ref?: Ref<HTMLAnchorElement>;
  };

/** A link to another page in text or a table; the compiler checks its target against the routes. */
export const TextLink = createLink((props: Props) => <Anchor underline="never" {...props} />);
