import type { DomainModule } from '../../kernel/operation.ts';
import { rowsReferencing } from '../../platform/resource/usages.ts';

export const optionSetModule: DomainModule = {
  usedBy: {
    media: rowsReferencing('Option', "option.swatch ->> 'media' = wanted.code"),
  },
};
