import { useTranslation } from 'react-i18next';
import { useBench, useBenchState } from './bench-context.tsx';

/** If a photo was rejected only because of its size, offers to make the photo smaller. */
export function ShrinkPhoto({ cardId }: { cardId: string }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const canShrink = useBenchState(({ tooLarge }) => tooLarge[cardId] !== undefined);
  if (!canShrink) return null;
  return (
    <button
      type="button"
      onClick={() => void tool.shrinkPhoto(cardId)}
      className="font-semibold text-accent-text underline underline-offset-4 touch:min-h-11"
    >
      {t('upload.shrink', { count: 1 })}
    </button>
  );
}
