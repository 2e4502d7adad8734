import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { PricedButton } from '#web/ui/priced-button.tsx';
import { useBench } from './bench-context.tsx';
import { isShortWord } from './short-word.ts';
import { startRun } from './start-run.ts';
import type { CardFacts } from './use-card.ts';
import { useLacksCredits } from './use-order.ts';

/** `row` and `folded` have no border. A collapsed card on a phone shows no word. */
type Look = 'card' | 'row' | 'folded';

/** In a narrow card or row, the price and the word of the download are more important than this word. */
const wordClasses: Record<Look, { short: string; long: string }> = {
  card: { short: '@max-[15.5rem]:sr-only', long: '@max-[22rem]:sr-only' },
  row: { short: 'max-desktop:sr-only', long: 'max-[100rem]:sr-only' },
  folded: { short: 'sr-only', long: 'sr-only' },
};

/** Orders one card again. The button shows the price. If the balance is too low, a click offers to add credits. */
export function RedoButton({ facts: { card, name, status }, look }: { facts: CardFacts; look: Look }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { orderRules } = tool.definition;
  const isShort = useLacksCredits([card]);
  if (!orderRules.isEligible(card)) return null;
  const label = status === 'ready' ? t('bench.redo') : t('bench.retry');
  return (
    <PricedButton
      kind={look === 'card' ? 'secondary' : 'quiet'}
      icon={<RefreshCw aria-hidden />}
      label={label}
      labelClass={wordClasses[look][isShortWord(label) ? 'short' : 'long']}
      price={dollars(orderRules.quote([card]))}
      about={name}
      obstacle={isShort ? t('credits.insufficient_tooltip') : undefined}
      onClick={({ currentTarget }) => startRun(tool, currentTarget, () => tool.orderSignedIn([card]))}
    />
  );
}
