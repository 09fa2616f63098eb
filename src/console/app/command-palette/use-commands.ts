import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { toCompareParam, useViewScope } from '../../api/view-scope.ts';
import { isAdministrator, meQuery, useCanEdit } from '../../api/workspace.ts';
import { viewsQuery } from '../../catalogue/search/view-documents.ts';
import { LANGUAGES, language, setLanguage, t } from '../../i18n/translate.ts';
import {
  AccountIcon,
  ChannelsIcon,
  CompareIcon,
  CreateIcon,
  LanguageIcon,
  ProductsIcon,
  ThemeIcon,
  UploadIcon,
} from '../../ui/icons.ts';
import { NO_OBJECT, visibleSections } from '../navigation.tsx';

/** A page or an action that the palette offers. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** Section of a page that the command belongs to. */
  readonly hint?: string;
  readonly icon: ComponentType;
  readonly run: () => void;
}

/** Returns the pages and actions whose labels have terms that start with all of the typed ones. */
export function filterCommands(commands: readonly Command[], searchText: string): readonly Command[] {
  const starts = searchText.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ label, hint }) => {
    const terms = `${label} ${hint ?? ''}`.toLowerCase().split(/\s+/);
    return starts.every((start) => terms.some((word) => word.startsWith(start)));
  });
}

/** Returns the pages and commands that this person can open and run. */
export function useCommands(): {
  readonly pages: readonly Command[];
  readonly actions: readonly Command[];
  /** Channels with locales, to show and to compare with. */
  readonly contexts: readonly Command[];
} {
  const navigate = useNavigate();
  const role = useQuery(meQuery).data?.role;
  const mayEdit = useCanEdit();
  const { channels, channel, locale, compare, choose } = useViewScope();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const open = (to: NonNullable<LinkProps['to']>) => () => void navigate({ to, params: NO_OBJECT });
  const pages = visibleSections(role).flatMap((section) =>
    section.pages.map(({ to, label }): Command => {
      const isOnly = label === section.label;
      return {
        key: to,
        label,
        icon: section.icon,
        run: open(to),
        ...(isOnly ? {} : { hint: section.label }),
      };
    }),
  );
  const views = useQuery(viewsQuery).data ?? [];
  const ownViews = views.map(
    ({ id, name }): Command => ({
      key: id,
      label: name,
      hint: t('Views'),
      icon: ProductsIcon,
      run: () => void navigate({ to: '/products', search: { view: id } }),
    }),
  );
  const nextScheme = colorScheme === 'dark' ? 'light' : 'dark';
  const actions: Command[] = [
    ...(mayEdit
      ? [
          {
            key: 'product',
            label: t('Create product'),
            icon: CreateIcon,
            run: () => void navigate({ to: '/products', search: { create: true } }),
          },
          { key: 'import', label: t('Import a file'), icon: UploadIcon, run: open('/imports') },
        ]
      : []),
    ...(isAdministrator(role)
      ? [
          { key: 'token', label: t('Create API token'), icon: CreateIcon, run: open('/settings/tokens') },
          { key: 'member', label: t('Add member'), icon: CreateIcon, run: open('/settings/members') },
        ]
      : []),
    {
      key: 'theme',
      label: nextScheme === 'dark' ? t('Use the dark theme') : t('Use the light theme'),
      icon: ThemeIcon,
      run: () => setColorScheme(nextScheme),
    },
    ...LANGUAGES.filter(({ code }) => code !== language).map(({ code, name }) => ({
      key: code,
      label: t('Switch to {language}', { language: name }),
      icon: LanguageIcon,
      run: () => setLanguage(code),
    })),
    { key: 'account', label: t('Your account'), icon: AccountIcon, run: open('/account') },
  ];
  const others = channels
    .flatMap((one) => one.locales.map((of) => ({ channel: one, locale: of })))
    .filter((one) => one.channel.code !== channel?.code || one.locale.code !== locale?.code);
  const contexts = others.flatMap((one): Command[] => {
    const code = toCompareParam(one, channel?.code);
    const label = `${one.channel.label} · ${one.locale.label}`;
    return [
      {
        key: `compare ${code}`,
        label: t('Compare with {context}', { context: label }),
        icon: CompareIcon,
        run: () => choose({ compare: code }),
      },
      {
        key: `show ${code}`,
        label: t('Show {context}', { context: label }),
        icon: ChannelsIcon,
        run: () => choose({ channel: one.channel.code, locale: one.locale.code }),
      },
    ];
  });
  if (compare !== null)
    contexts.unshift({
      key: 'compare',
      label: t('No comparison'),
      icon: CompareIcon,
      run: () => choose({ compare: '' }),
    });
  return { pages: [...pages, ...ownViews], actions, contexts };
}
