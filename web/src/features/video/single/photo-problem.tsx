import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { cardOfSingle } from '../single.ts';
import { shrinkRejectedPhoto } from '../single-actions.ts';
import { useSingle } from './use-single.ts';

/** The reason why the last file was rejected. If the file is only too large, the seller can make the photo smaller. */
export function PhotoProblem() {
  const { t } = useTranslation();
  const problem = useSingle(({ draft, problems }) => problems[cardOfSingle(draft).id]);
  const canShrink = useSingle(({ draft, tooLarge }) => tooLarge[cardOfSingle(draft).id] !== undefined);
  if (problem === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="alert" className="text-danger">
        {problem}
      </p>
      {canShrink && (
        <Button size="small" onClick={() => void shrinkRejectedPhoto()}>
          {t('upload.shrink', { count: 1 })}
        </Button>
      )}
    </div>
  );
}
