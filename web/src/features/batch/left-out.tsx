import { useTranslation } from 'react-i18next';
import type { Lacking } from './run.ts';

export const cardElementId = (cardId: string): string => `card-${cardId}`;

/** Shows the first card that lacks something, with the focus where it can be put in. */
function lead({ what, cardId }: Lacking): void {
  const card = document.getElementById(cardElementId(cardId));
  card?.scrollIntoView({ block: 'center' });
  card?.querySelector<HTMLElement>(what === 'photo' ? 'button' : 'textarea')?.focus({ preventScroll: true });
}

/** The cards that an order leaves out, each reason as a button that leads to the first of them. */
export function LeftOut({ missing }: { missing: readonly Lacking[] }) {
  const { t } = useTranslation();
  return missing.map((lacking) => (
    <button
      key={lacking.what}
      type="button"
      onClick={() => lead(lacking)}
      className="me-3 inline-block py-1 text-start underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {t(`batch.lacking.${lacking.what}`, { count: lacking.count })}
    </button>
  ));
}
