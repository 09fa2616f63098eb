import type { ReactNode } from 'react';
import { AttributeFill } from '../../../catalogue/model/attributes/attribute-fill.tsx';
import { cellState } from '../../../catalogue/model/attributes/requirements.ts';
import type { Draft } from '../../../catalogue/model/config-page-types.ts';
import { t } from '../../../i18n/translate.ts';
import { CloseIcon, DownIcon, GripIcon, UpIcon } from '../../../ui/icons.ts';
import { CodeLabel } from '../../../ui/labels/code-label.tsx';
import type { MatrixActions, MatrixGroup } from '../../../ui/matrix/matrix-types.ts';
import { movedItems } from '../content/order.ts';
import { ROLE_LABELS } from '../content/role-labels.ts';
import {
  ALL_CHANNELS,
  codesOf,
  type MemberGroup,
  memberName,
  ORDER,
  ROLES,
  requirementName,
  type SetContent,
  type SetMember,
} from '../content/set-content.ts';
import type { AttributeSet } from '../set-documents.ts';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the rows of the matrix: attributes with the channels that require them, those that a search finds. */
export function matrixGroups(props: {
  readonly item: AttributeSet;
  readonly draft: Draft;
  readonly content: SetContent;
  readonly groups: readonly MemberGroup[];
  readonly searchText: string;
  readonly actions: MatrixActions | null;
}): readonly MatrixGroup[] {
  const { item, draft, content, groups, searchText, actions } = props;
  const channels = [ALL_CHANNELS, ...item.channels.map(({ code }) => code)];
  const marks = marksOf(content);
  const moved = new Set(
    draft[ORDER] === undefined
      ? []
      : movedItems(draft[ORDER].base as readonly string[], codesOf(content.members)).map(({ code }) => code),
  );
  const matches = ({ attribute }: SetMember) =>
    plain(`${attribute.label} ${attribute.code}`).includes(plain(searchText.trim()));
  return groups
    .map(({ group, members }) => ({
      key: group?.code ?? '',
      label: group?.label ?? t('Without a group'),
      rows: members.filter(matches).map(({ attribute: { code, label } }) => ({
        key: code,
        name: label,
        head: <RowHead code={code} label={label} marks={marks.get(code) ?? []} actions={actions} />,
        cells: channels.map((channel) => cellState(content.required, channel, code)),
        changed: channels.flatMap((channel, index) =>
          draft[requirementName(channel, code)] === undefined ? [] : [index],
        ),
        tail: <AttributeFill code={code} list={{ attributeSet: item.code, productsOf: item.code }} />,
        isChanged: draft[memberName(code)] !== undefined || moved.has(code),
      })),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** Returns what attributes are besides: roles, and axes of variants. */
function marksOf({ roles, layouts }: SetContent): ReadonlyMap<string, readonly string[]> {
  const marks = new Map<string, string[]>();
  const mark = (code: string, text: string) =>
    marks.set(code, [...new Set([...(marks.get(code) ?? []), text])]);
  for (const role of ROLES) {
    const code = roles[role];
    if (code !== null) mark(code, ROLE_LABELS[role]);
  }
  for (const { levels } of layouts)
    for (const [index, { axes }] of levels.entries())
      for (const { code } of axes) mark(code, t('Axis {level}', { level: index + 1 }));
  return marks;
}

/** Shows the label of an attribute, its marks, and the buttons that move and remove it. */
function RowHead(props: {
  readonly code: string;
  readonly label: string;
  readonly marks: readonly string[];
  readonly actions: MatrixActions | null;
}) {
  const { code, label, marks, actions } = props;
  return (
    <span className="matrix-head" title={code}>
      {actions === null ? null : (
        <span className="ordered-grip" aria-hidden="true">
          <GripIcon />
        </span>
      )}
      <span className="matrix-name">
        <CodeLabel label={label} />
      </span>
      {marks.map((mark) => (
        <span key={mark} className="matrix-mark">
          {mark}
        </span>
      ))}
      {actions === null ? null : (
        <span className="matrix-buttons">
          <RowButton
            label={t('Move {name} up', { name: label })}
            onClick={() => actions.onMove?.(code, 'up')}
          >
            <UpIcon />
          </RowButton>
          <RowButton
            label={t('Move {name} down', { name: label })}
            onClick={() => actions.onMove?.(code, 'down')}
          >
            <DownIcon />
          </RowButton>
          <RowButton label={t('Remove {name}', { name: label })} onClick={() => actions.onRemove?.(code)}>
            <CloseIcon />
          </RowButton>
        </span>
      )}
    </span>
  );
}

/** The head of a row has keys for the same. */
const RowButton = (props: {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) => (
  <button
    type="button"
    className="icon-button"
    tabIndex={-1}
    aria-label={props.label}
    onClick={props.onClick}
  >
    {props.children}
  </button>
);
