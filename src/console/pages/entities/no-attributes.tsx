import { useQuery } from '@tanstack/react-query';
import { mayConfigure, meQuery } from '../../api/workspace.ts';
import { t } from '../../i18n/translate.ts';
import { TextLink } from '../../ui/text-link.tsx';

/** Links to the attributes of an entity type for those who may change them; others learn whom to ask. */
export function AddAttributes(props: {
  /** Code of the type. */
  readonly type: string;
  readonly onFollow?: () => void;
}) {
  const role = useQuery(meQuery).data?.role;
  if (role === undefined) return null;
  if (!mayConfigure(role)) return t('Ask an owner, admin or manager to add some.');
  return (
    <TextLink
      to="/model/entity-types/{-$code}"
      params={{ code: props.type }}
      underline="hover"
      fw={500}
      onClick={props.onFollow}
    >
      {t('Add attributes')}
    </TextLink>
  );
}
