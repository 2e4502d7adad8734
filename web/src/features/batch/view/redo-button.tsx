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
  /** `compact` is for a button beside other actions of a card. `row` has no border, and shows no word in a narrow window. */
  look: Look;
};

/** A narrow card has no space for the icon. A long word has a smaller font there. In a very narrow card, only the icon is visible. */
const compactLooks = {
  short: { button: '@max-[18rem]:px-2.5! @max-[18rem]:[&>svg]:hidden', word: '' },
  long: {
    button: '@max-[20rem]:gap-1! @max-[20rem]:px-2! @max-[20rem]:text-sm! @min-[14rem]:@max-[20rem]:[&>svg]:hidden',
    word: '@max-[14rem]:sr-only',
  },
};
/** Maximum number of characters of a price beside a short word, such as '$2.00'. */
const shortPriceMax = 6;

const looks: Record<Look, { word: string; price: string }> = {
  framed: { word: '', price: 'border-s border-line ps-2 @max-[14rem]:ps-1.5' },
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
  const compactLook = compactLooks[isShortWord(label) && price.length <= shortPriceMax ? 'short' : 'long'];
  const classes: Record<Look, string> = {
    framed: '@max-[14rem]:gap-1.5! @max-[14rem]:px-2! @max-[14rem]:text-sm! @max-[14rem]:[&>svg]:hidden',
    compact: compactLook.button,
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
      <span className={look === 'compact' ? compactLook.word : looks[look].word}>{label}</span>
      <span className={`money text-brass ${looks[look].price}`}>{price}</span>
      <span className="sr-only">: {name}</span>
    </Button>
  );
}
