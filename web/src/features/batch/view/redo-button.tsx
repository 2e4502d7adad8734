import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { useBench } from './bench-context.tsx';
import { isShortWord } from './short-word.ts';
import { startRun } from './start-run.ts';
import type { CardFacts } from './use-card.ts';

type Look = 'framed' | 'compact' | 'row';

type Props = {
  facts: CardFacts;
  /** `compact` is for a button beside other actions of a card. `row` has no border, and in a narrow window, it shows no word. */
  look: Look;
};

/** In a narrow card, the icon is hidden, and a long word has a smaller font. */
const compactLooks = {
  short: '@max-[18rem]:px-2.5! @max-[18rem]:[&>svg]:hidden',
  long: '@max-[20rem]:gap-1! @max-[20rem]:px-2! @max-[20rem]:text-sm! @max-[20rem]:[&>svg]:hidden',
};

const looks: Record<Look, { word: string; price: string }> = {
  framed: { word: '', price: 'border-s border-line ps-2' },
  compact: { word: '', price: '' },
  row: { word: 'max-desktop:sr-only', price: '' },
};

/** Orders one card again. The button shows the price. */
export function RedoButton({ facts: { card, name, status }, look }: Props) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const { orderRules } = tool.definition;
  if (!orderRules.isEligible(card)) return null;
  const label = status === 'ready' ? t('bench.redo') : t('bench.retry');
  const price = dollars(orderRules.quote([card]));
  const classes: Record<Look, string> = {
    framed: '',
    compact: compactLooks[isShortWord(label) ? 'short' : 'long'],
    row: 'gap-1! px-2! text-sm! desktop:[&>svg]:hidden',
  };
  return (
    <Button
      size="small"
      kind={look === 'row' ? 'quiet' : 'secondary'}
      title={label}
      onClick={({ currentTarget }) => startRun(tool, currentTarget, () => tool.orderSignedIn([card]))}
      className={classes[look]}
    >
      <RefreshCw aria-hidden className="size-4" />
      <span className={looks[look].word}>{label}</span>
      <span className={`money text-brass ${looks[look].price}`}>{price}</span>
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
