/** Chooses the model of a tool. If cards lose a ratio that the model does not offer, a toast informs the seller. */
import i18next from 'i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import { formatList } from '#web/lib/format-list.ts';
import { t } from '#web/lib/i18n/t.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { countLostRatios } from '../cards/cards.ts';
import type { AnyState, ToolCore } from './core.ts';

/** Duration of the toast. The seller must have time to read which ratio was changed, and why. */
const toastMs = 6_000;

/** The aspect ratios that models offer. */
export type ModelRatios<Model> = {
  offersRatio: (model: Model, ratio: string) => boolean;
  ratiosOf: (model: Model) => { name: string; ratios: readonly string[] };
  /** Replaces a ratio that the model does not offer. */
  fallbackRatio: string;
};

export function chooseModel<State extends AnyState, Item extends BatchItem, Extra>(
  { store, change }: ToolCore<State, Item, Extra>,
  modelRatios: ModelRatios<State['model']>,
  model: State['model'],
): void {
  const count = countLostRatios(store.getState().draft, model, modelRatios.offersRatio);
  change({ type: 'modelChosen', model });
  if (count === undefined) return;
  const { name, ratios } = modelRatios.ratiosOf(model);
  showToast({
    message: t('ratio.reset', { count, model: name, ratios: formatList(ratios, i18next.language), ratio: modelRatios.fallbackRatio }),
    durationMs: toastMs,
    untilNextAction: true,
  });
}
