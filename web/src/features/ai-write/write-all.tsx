import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Progress } from '#web/ui/progress.tsx';
import type { Writable } from './use-ai-write.ts';
import type { Tally } from './write-many.ts';

type Props = {
  cards: readonly Writable[];
  progress: Tally | undefined;
  disabled: boolean;
  onWrite: (cards: readonly Writable[]) => void;
  onStop: () => void;
};

/** 'Write for all cards': those with a photo, and those that have a prompt only when asked; then how far it is, and a stop. */
export function WriteAll({ cards, progress, disabled, onWrite, onStop }: Props) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const withPhotos = cards.filter(({ photo }) => photo);
  const empty = withPhotos.filter(({ prompt }) => prompt.trim() === '');
  const press = () => (empty.length < withPhotos.length ? setAsking(true) : onWrite(withPhotos));
  const answer = (chosen: readonly Writable[]) => {
    setAsking(false);
    onWrite(chosen);
  };

  if (progress) {
    const done = progress.done + progress.failed;
    const text = t('ai_write.progress', { done, count: progress.total });
    return (
      <div className="flex min-w-0 flex-1 items-center gap-3">
        <div className="min-w-0 flex-1">
          <p role="status" className="money mb-1 text-xs text-muted">
            {text}
          </p>
          <Progress label={t('ai_write.progress_label')} value={done} max={progress.total} />
        </div>
        <Button size="small" onClick={onStop}>
          {t('ai_write.stop')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button size="small" disabled={disabled} onClick={press}>
        <Sparkles aria-hidden className="size-4 text-accent-text" />
        {t('ai_write.all')}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('ai_write.ask_title')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button onClick={() => answer(withPhotos)}>{t('ai_write.ask_all', { count: withPhotos.length })}</Button>
            {empty.length > 0 && (
              <Button kind="primary" onClick={() => answer(empty)}>
                {t('ai_write.ask_empty', { count: empty.length })}
              </Button>
            )}
          </>
        }
      >
        <p>{t('ai_write.ask', { count: withPhotos.length - empty.length })}</p>
      </Dialog>
    </>
  );
}
