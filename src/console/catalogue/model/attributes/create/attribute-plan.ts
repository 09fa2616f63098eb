import { codeFromLabel, freeCode } from '../../code-from-label.ts';
import type { Choice } from '../../fields/choices.ts';
import { changedLabels, type Labels } from '../../fields/labels.ts';
import type { AttributeType } from '../attribute-types.ts';
import { abilitiesOf } from '../type-abilities.ts';

/** An attribute that is described and does not exist yet, with all that is created together with it. */
export interface AttributePlan {
  readonly code: string;
  readonly labels: Labels;
  readonly type: AttributeType;
  readonly group: string | null;
  readonly localizable: boolean;
  readonly scopable: boolean;
  readonly unique?: true;
  /** Position in its group; by default that of the server. */
  readonly sortOrder?: number;
  /** Code of an option set that exists; null for a new one with `options`. */
  readonly optionSet: string | null;
  /** Labels of the options of a new set. */
  readonly options: readonly string[];
  readonly measurementFamily: string | null;
  readonly entityType: string | null;
  /** Code of the unit in which values are entered; by default that of the family. */
  readonly defaultUnit?: string;
  /** Codes of the sets that it becomes part of. */
  readonly sets: readonly string[];
  /** Codes of the channels in which these sets require it; `*` for all. */
  readonly requiredIn: readonly string[];
}

/**
 * Returns the changes that create attributes, with their new options, in their sets and required there: one request.
 *
 * @param locale locale of the labels of options
 * @param existingSets the option sets of the catalogue, whose codes new ones avoid
 */
export function planChanges(
  plans: readonly AttributePlan[],
  locale: string,
  existingSets: readonly Pick<Choice, 'value'>[],
) {
  const setCodes = new Set(existingSets.map(({ value }) => value.toLowerCase()));
  const planned = plans.map((plan) => {
    if (!hasNewOptions(plan)) return { plan, newSet: undefined };
    const code = freeCode(plan.code, (other) => setCodes.has(other.toLowerCase()));
    setCodes.add(code.toLowerCase());
    const labels = changedLabels(plan.labels, {});
    return { plan, newSet: { code, labels, options: newOptions(plan.options, locale) } };
  });
  const optionSets = planned.flatMap(({ newSet }) => newSet ?? []);
  return {
    ...(optionSets.length === 0 ? {} : { optionSets }),
    attributes: planned.map(({ plan, newSet }) => attributeInput(plan, newSet?.code ?? plan.optionSet)),
    ...setChanges(plans),
  };
}

/** Returns the changes that add attributes to their sets, and require them there. */
export function setChanges(plans: readonly Pick<AttributePlan, 'code' | 'sets' | 'requiredIn'>[]) {
  const setCodes = [...new Set(plans.flatMap(({ sets }) => sets))];
  const attributeSets = setCodes.map((code) => {
    const members = plans.filter(({ sets }) => sets.includes(code));
    const channels = [...new Set(members.flatMap(({ requiredIn }) => requiredIn))];
    return {
      code,
      addAttributes: members.map((member) => ({ code: member.code })),
      ...(channels.length === 0
        ? {}
        : {
            addRequiredAttributes: channels.map((channel) => ({
              channel,
              attributes: members
                .filter(({ requiredIn }) => requiredIn.includes(channel))
                .map((member) => member.code),
            })),
          }),
    };
  });
  return attributeSets.length === 0 ? {} : { attributeSets };
}

const hasNewOptions = ({ type, optionSet }: AttributePlan) =>
  abilitiesOf(type).needs === 'optionSet' && optionSet === null;

function attributeInput(plan: AttributePlan, optionSet: string | null) {
  const { code, labels, type, group, localizable, scopable } = plan;
  const { needs, canBeLocalizable } = abilitiesOf(type);
  const references = {
    optionSet,
    measurementFamily: plan.measurementFamily,
    entityType: plan.entityType,
  };
  return {
    code,
    type,
    labels: changedLabels(labels, {}),
    group,
    localizable: localizable && canBeLocalizable,
    scopable,
    ...(plan.unique === undefined ? {} : { unique: plan.unique }),
    ...(plan.sortOrder === undefined ? {} : { sortOrder: plan.sortOrder }),
    ...(needs === null ? {} : { [needs]: references[needs] }),
    ...(plan.defaultUnit === undefined ? {} : { defaultUnit: plan.defaultUnit }),
  };
}

/** Returns new options of a set; their codes are made of their labels. */
export function newOptions(labels: readonly string[], locale: string) {
  const codes = new Set<string>();
  return labels.map((label) => {
    const code = codeFromLabel(label, (other) => codes.has(other)) || `option_${codes.size + 1}`;
    codes.add(code);
    return { code, labels: [{ locale, text: label }] };
  });
}

/** Returns what a plan lacks: the reference that its type needs; null if it is complete. */
export function missingReference(plan: AttributePlan): 'measurementFamily' | 'entityType' | null {
  const { needs } = abilitiesOf(plan.type);
  if (needs === null || needs === 'optionSet') return null;
  return plan[needs] === null ? needs : null;
}
