import { useTranslation } from 'react-i18next';
import { promptCharactersMax } from '#shared/batch/batch.ts';
import { activeBatchesMax } from '#shared/credits/ledger.ts';
import type { RedoOrder } from '#web/features/review/review-item.ts';
import { uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { dollars } from '#web/lib/money.ts';
import { isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { currentCards, useMarkedOrder } from './use-order.ts';

/** The order of all cards that the seller has marked in the review. */
export function useRedoOrder(): RedoOrder {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { cards, total, shortage } = useMarkedOrder();
  const isWaiting = useBenchState(isLocked);
  const failure = useBenchState((state) => state.failure);
  const limits = { ...uploadLimits, characters: promptCharactersMax, batches: activeBatchesMax };
  return {
    count: cards.length,
    price: dollars(total),
    missing: shortage && dollars(shortage.missing),
    isWaiting,
    problem: failure && t(`errors.${failure.code}`, { ...failure.details, ...limits }),
    start: () => tool.orderSignedIn(currentCards(tool, cards)),
  };
}
