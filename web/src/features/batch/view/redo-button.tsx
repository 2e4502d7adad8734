import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { useBench } from './bench-context.tsx';
import type { CardFacts } from './use-card.ts';

/** Orders one card again. The button shows the price. */
export function RedoButton({ facts: { card, name, status }, look }: { facts: CardFacts; look: 'quiet' | 'framed' }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { orderRules } = tool.definition;
  if (!orderRules.isEligible(card)) return null;
  const label = status === 'ready' ? t('bench.redo') : t('bench.retry');
  const price = dollars(orderRules.quote([card]));
  return (
    <Button
      size="small"
      kind={look === 'quiet' ? 'quiet' : 'secondary'}
      onClick={() => tool.orderSignedIn([card])}
      className={`touch:min-h-11 ${look === 'quiet' ? '-ms-3' : ''}`}
    >
      <RefreshCw aria-hidden className="size-4" />
      {label}
      <span className={`money text-brass ${look === 'framed' ? 'border-s border-line ps-2' : ''}`}>{price}</span>
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
