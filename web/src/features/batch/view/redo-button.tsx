import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { useBench } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

type Props = {
  facts: CardFacts;
  /** `short` shows only the icon and the price. */
  look: 'quiet' | 'framed' | 'short';
};

/** Orders one card again. The button shows the price. */
export function RedoButton({ facts: { card, name, status }, look }: Props) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { orderRules } = tool.definition;
  if (!orderRules.isEligible(card)) return null;
  const label = status === 'ready' ? t('bench.redo') : t('bench.retry');
  const price = dollars(orderRules.quote([card]));
  return (
    <Button
      size="small"
      kind={look === 'framed' ? 'secondary' : 'quiet'}
      onClick={() => tool.orderSignedIn([card])}
      className={look === 'quiet' ? '-ms-3' : look === 'short' ? 'px-2!' : ''}
    >
      <RefreshCw aria-hidden className="size-4" />
      <span className={look === 'short' ? 'sr-only' : ''}>{label}</span>
      <span className={`money text-brass ${look === 'framed' ? 'border-s border-line ps-2' : ''}`}>{price}</span>
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
