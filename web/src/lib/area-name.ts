import { useTranslation } from 'react-i18next';
import { accuracyArea, categoryOf } from '#shared/pipeline/focus-areas.ts';

/** Returns a function that translates a list of areas. In the history, such a list is one text with semicolons between the areas. */
export function useAreaNames(): (areas: string) => string {
  const areaName = useAreaName();
  return (areas) => areas.split('; ').map(areaName).join('; ');
}

/** Returns a function that translates a known area. It does not change areas that the seller has written (docs/spec.md 10.3). */
export function useAreaName(): (area: string) => string {
  const { t } = useTranslation();
  return (area) => {
    if (area === accuracyArea) return t('pipeline.area.product_accuracy');
    const category = categoryOf(area);
    return category ? t(`pipeline.area.${category}`) : area;
  };
}
