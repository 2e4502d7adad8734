/** Chooses the model of a tool. If cards lose a ratio that the model does not offer, a toast informs the seller. */
import i18next from 'i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { listed } from '#web/lib/listed.ts';
import { showToast } from '#web/ui/toast-store.ts';
import { ratiosLost } from '../cards/cards.ts';
import type { AnyState, ToolCore } from './core.ts';

/** Long enough to read which ratio was changed, and why. */
const toastMs = 6_000;

/** The aspect ratios that models offer. */
export type Shapes<Model> = {
  offers: (model: Model, ratio: string) => boolean;
  of: (model: Model) => { name: string; ratios: readonly string[] };
  /** Replaces a ratio that the model does not offer. */
  otherwise: string;
};

export function chooseModel<State extends AnyState, Item extends BatchItem, Extra>(
  { store, change }: ToolCore<State, Item, Extra>,
  shapes: Shapes<State['model']>,
  model: State['model'],
): void {
  const count = ratiosLost(store.getState().draft, model, shapes.offers);
  change({ type: 'modelChosen', model });
  if (count === undefined) return;
  const { name, ratios } = shapes.of(model);
  showToast({
    message: t('ratio.reset', { count, model: name, ratios: listed(ratios, i18next.language), ratio: shapes.otherwise }),
    durationMs: toastMs,
  });
}
