import { t } from '../../i18n/translate.ts';
import { ConflictChoice } from '../../ui/form/conflict-choice.tsx';
import { LockIcon } from '../../ui/icons.ts';
import type { AnyConfigField, ConfigObject, ObjectForm } from './config-page-types.ts';

/** Shows the fields of an object: editors for those who may change it, otherwise values. */
export function ObjectFields<Item extends ConfigObject>(props: {
  readonly page: { readonly fields: readonly AnyConfigField<Item>[] };
  readonly item: Item;
  readonly form: ObjectForm;
  readonly mayEdit: boolean;
  /** Names of the fields to show; all by default. */
  readonly names?: readonly string[];
}) {
  const { page, item, form, mayEdit, names } = props;
  const fields = page.fields.filter(
    ({ name, isShown }) => (isShown?.(item) ?? true) && (names?.includes(name) ?? true),
  );
  return fields.map((field) => {
    const { name, label, description, isFinal = false, lockedBy, Editor } = field;
    const reason = isFinal ? t('Fixed since it was created') : (lockedBy?.(item) ?? null);
    const stored: unknown = field.read(item);
    const entry = form.draft[name];
    const conflict = form.conflicts.find((one) => one.name === name);
    if (!mayEdit || reason !== null)
      return (
        <div key={name} className="config-value">
          <span className="config-value-label">{label}</span>
          <span>{field.format(stored) || '–'}</span>
          {mayEdit ? (
            <span className="config-locked">
              <LockIcon />
              {reason}
            </span>
          ) : null}
        </div>
      );
    return (
      <div key={name} className="config-field" data-changed={entry !== undefined ? true : undefined}>
        <Editor
          label={label}
          description={description}
          value={entry === undefined ? stored : entry.value}
          item={item}
          draft={form.draft}
          error={form.errorOf(name)}
          isDisabled={form.isSaving}
          onChange={(value) => form.change({ name, base: entry?.base ?? stored, value })}
        />
        {conflict === undefined ? null : (
          <ConflictChoice
            legend={t('Another person changed this meanwhile')}
            choices={[
              {
                label: t('Keep mine'),
                value: field.format(conflict.mine),
                choose: () => form.change({ name, base: stored, value: conflict.mine }),
              },
              {
                label: t('Take theirs'),
                value: field.format(conflict.stored),
                choose: () => form.change({ name, base: stored, value: stored }),
              },
            ]}
          />
        )}
      </div>
    );
  });
}
