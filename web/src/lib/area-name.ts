import { useTranslation } from 'react-i18next';
import { accuracyArea, categoryOf } from '#shared/pipeline/focus-areas.ts';

/** The areas of a run as the history stores them: joined by semicolons. */
export function useAreaNames(): (areas: string) => string {
  const areaName = useAreaName();
  return (areas) => areas.split('; ').map(areaName).join('; ');
}

/** How an area is called in the reader's language; the seller's own keep their words (Q49). */
export function useAreaName(): (area: string) => string {
  const { t } = useTranslation();
  return (area) => {
    if (area === accuracyArea) return t('pipeline.area.product_accuracy');
    const category = categoryOf(area);
    return category ? t(`pipeline.area.${category}`) : area;
  };
}
