import { useTranslation } from 'react-i18next';
import { accuracyArea, categoryOf } from '#shared/pipeline/focus-areas.ts';

/** Translates the areas of a run in the form of the history: joined by semicolons. */
export function useAreaNames(): (areas: string) => string {
  const areaName = useAreaName();
  return (areas) => areas.split('; ').map(areaName).join('; ');
}

/** Translates a known area; the seller's own areas stay as written (docs/spec.md 10.3). */
export function useAreaName(): (area: string) => string {
  const { t } = useTranslation();
  return (area) => {
    if (area === accuracyArea) return t('pipeline.area.product_accuracy');
    const category = categoryOf(area);
    return category ? t(`pipeline.area.${category}`) : area;
  };
}
