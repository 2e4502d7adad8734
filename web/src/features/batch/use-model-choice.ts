import type { Dispatch } from 'react';
import { useTranslation } from 'react-i18next';
import { listed } from '#web/lib/listed.ts';
import { useToast } from '#web/ui/toast.tsx';
import { type BasicSettings, type CardsStateOf, ratiosLost } from './cards.ts';

/** Long enough to read whose shape has changed, and why. */
const toastMs = 6_000;

/** The shapes that models make. */
export type Shapes<Model> = {
  offers: (model: Model, ratio: string) => boolean;
  /** What a model is called and makes. */
  of: (model: Model) => { name: string; ratios: readonly string[] };
  /** What a card has whose own is not made. */
  otherwise: string;
};

/** Chooses the model of a page, and says so where cards lose a shape that it does not make (Q22, J16). */
export function useModelChoice<Model extends string>(
  state: Pick<CardsStateOf<BasicSettings, string>, 'cards' | 'defaults'>,
  change: Dispatch<{ type: 'modelChosen'; model: Model }>,
  shapes: Shapes<Model>,
): (model: Model) => void {
  const { t, i18n } = useTranslation();
  const toast = useToast();
  return (model) => {
    const count = ratiosLost(state, model, shapes.offers);
    change({ type: 'modelChosen', model });
    if (count === undefined) return;
    const { name, ratios } = shapes.of(model);
    toast({
      message: t('ratio.reset', { count, model: name, ratios: listed(ratios, i18n.language), ratio: shapes.otherwise }),
      durationMs: toastMs,
    });
  };
}
