import type { TFunction } from 'i18next';
import type { ReadinessState } from '#shared/marketplaces/readiness.ts';

export function stateText(t: TFunction, state: ReadinessState, shop: string): string {
  if (state === 'ready') return t('readiness.ready', { shop });
  return state === 'notReady' ? t('readiness.not_ready', { shop }) : t('readiness.unknown', { shop });
}
