import { Eye, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { useBench } from './bench-context.tsx';
import { letterWidths } from './short-word.ts';
import { useColumns } from './use-columns.ts';
import { openReview } from './view-store.ts';

/**
 * Maximum total length of the words for 'Review' and 'Download'. If they are not longer, they fit beside the counters in a window of 390
 * px.
 */
const phoneLettersMax = 17;

type Props = {
  count: number;
  /** Whether some cards have no result, so that the counters need more space on phones. */
  hasCardsWithoutResult?: boolean;
};

/** Opens the review of all results. On phones, the button shows its words only if they fit beside the download. */
export function ReviewButton({ count, hasCardsWithoutResult = false }: Props) {
  const { t } = useTranslation();
  const { kind } = useBench();
  const isPhone = useColumns() === 1;
  const Icon = kind === 'video' ? Play : Eye;
  const label = t('bench.review', { count });
  const fits = !hasCardsWithoutResult && letterWidths(label + t('batch.result.download_short')) <= phoneLettersMax;
  const looks = {
    desktop: { icon: '', word: '' },
    /** Phones that are narrower than 23.5rem show only the icon, because the words have no space. */
    words: { icon: 'min-[23.5rem]:hidden', word: 'max-[23.5rem]:sr-only' },
    icon: { icon: '', word: 'sr-only' },
  };
  const look = looks[isPhone ? (fits ? 'words' : 'icon') : 'desktop'];
  return (
    <Button onClick={() => openReview('first')}>
      <Icon aria-hidden className={`size-4 ${look.icon}`} />
      <span className={look.word}>{label}</span>
    </Button>
  );
}
