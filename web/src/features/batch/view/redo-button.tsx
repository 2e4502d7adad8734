import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { useBench } from './bench-context.tsx';
import { startRun } from './start-run.ts';
import type { CardFacts } from './use-card.ts';

type Props = {
  facts: CardFacts;
  /** `short` shows only the icon and the price. */
  look: 'framed' | 'short';
};

/** Orders one card again. The button shows the price. */
export function RedoButton({ facts: { card, name, status }, look }: Props) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { orderRules } = tool.definition;
  if (!orderRules.isEligible(card)) return null;
  const label = status === 'ready' ? t('bench.redo') : t('bench.retry');
  const isShort = look === 'short';
  const price = dollars(orderRules.quote([card]));
  return (
    <Button
      size="small"
      kind={isShort ? 'quiet' : 'secondary'}
      title={label}
      onClick={({ currentTarget }) => startRun(tool, currentTarget, () => tool.orderSignedIn([card]))}
      className={isShort ? 'px-2!' : ''}
    >
      <RefreshCw aria-hidden className="size-4" />
      <span className={isShort ? 'sr-only' : ''}>{label}</span>
      <span className={`money text-brass ${isShort ? '' : 'border-s border-line ps-2'}`}>{price}</span>
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
