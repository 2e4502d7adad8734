import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { BasicCard } from '../cards/cards.ts';
import { isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

/** Writes the prompts of all cards with a photo. Asks first if cards already have a prompt. Then shows progress and a stop button. */
export function WriteAll() {
  const { t } = useTranslation();
  const { aiWrite } = useBench();
  const [isAsking, setAsking] = useState(false);
  const locked = useBenchState(isLocked);
  const cards = useBenchState(({ draft }) => draft.cards);
  const progress = useBenchState(({ writeProgress }) => writeProgress);
  if (!aiWrite) return null;
  const cardsWithPhoto = cards.filter(({ photo }) => photo);
  const cardsWithoutPrompt = cardsWithPhoto.filter(({ prompt }) => prompt.trim() === '');
  const write = (chosenCards: readonly BasicCard[]) => {
    setAsking(false);
    void aiWrite.writeAll(new Set(chosenCards.map(({ id }) => id)));
  };
  if (progress)
    return (
      <span className="flex items-center gap-2 ps-2 text-sm">
        <span role="status" className="money whitespace-nowrap text-muted">
          {t('ai_write.progress', { done: progress.done + progress.failed, count: progress.total })}
        </span>
        <Button size="small" onClick={aiWrite.stopWriting}>
          {t('ai_write.stop')}
        </Button>
      </span>
    );
  return (
    <>
      <Button
        kind="accent"
        size="small"
        disabled={locked}
        onClick={() => (cardsWithoutPrompt.length < cardsWithPhoto.length ? setAsking(true) : write(cardsWithPhoto))}
      >
        <Sparkles aria-hidden className="size-4" />
        {t('ai_write.all')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('ai_write.ask_title')}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{t('common.cancel')}</Button>
            <Button onClick={() => write(cardsWithPhoto)}>{t('ai_write.ask_all', { count: cardsWithPhoto.length })}</Button>
            {cardsWithoutPrompt.length > 0 && (
              <Button kind="primary" onClick={() => write(cardsWithoutPrompt)}>
                {t('ai_write.ask_empty', { count: cardsWithoutPrompt.length })}
              </Button>
            )}
          </>
        }
      >
        <p>{t('ai_write.ask', { count: cardsWithPhoto.length - cardsWithoutPrompt.length })}</p>
      </Dialog>
    </>
  );
}
