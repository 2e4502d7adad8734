import type { TFunction } from 'i18next';
import type { FinishFileResponse } from '#shared/finish/api.ts';
import type { Field } from '#shared/marketplaces/fields.ts';
import { measuredText } from '#web/features/marketplaces/limit-text.ts';
import { pageLanguage } from '#web/lib/i18n/page-language.ts';

/** Changes that a seller can see. Other changes are technical. */
const shownFields: readonly string[] = ['seconds', 'bytes', 'width', 'height', 'frameRate', 'format', 'fillShare'];
const shownSteps = ['addCards', 'playBackwards', 'reframe', 'removeAudio', 'place'] as const;

/** Describes what a plan changes: '8 sec → 10.2 sec · with cards'. */
export function changesText(t: TFunction, { changes, steps }: Pick<FinishFileResponse, 'changes' | 'steps'>): string {
  const language = pageLanguage();
  const values = changes
    .filter(({ field, before, after }) => shownFields.includes(field) && before !== undefined && after !== undefined)
    .map(({ field, before, after }) => {
      const [from, to] = [before, after].map((value) => measuredText(field as Field, value ?? '', language));
      return from === to ? '' : `${from} → ${to}`;
    });
  const words = shownSteps.filter((step) => steps.includes(step)).map((step) => t(`finish.step.${step}`));
  return [...values, ...words].filter(Boolean).join(' · ') || t('finish.unchanged');
}
