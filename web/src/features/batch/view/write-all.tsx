import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { BasicCard } from '../cards/cards.ts';
import { isLocked } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

const withPhoto = (cards: readonly BasicCard[]) => cards.filter(({ photo }) => photo);
const isEmpty = ({ prompt }: BasicCard) => prompt.trim() === '';
/** The button uses only these numbers, so a typed letter renders it again only if a number changes. */
const countPrompts = (cards: readonly BasicCard[]) => ({ all: withPhoto(cards).length, empty: withPhoto(cards).filter(isEmpty).length });

/** Writes the prompts of all cards with a photo. If some cards already have a prompt, asks first. Then shows progress and a stop button. */
export function WriteAll() {
  const { t } = useTranslation();
  const { aiWrite, tool } = useBench();
  const [isAsking, setAsking] = useState(false);
  const locked = useBenchState(isLocked);
  const counts = useBenchState(useShallow(({ draft }) => countPrompts(draft.cards)));
  const progress = useBenchState(({ writeProgress }) => writeProgress);
  const write = (cards: readonly BasicCard[]) => {
    setAsking(false);
    void aiWrite.writeAll(new Set(cards.map(({ id }) => id)));
  };
  const writeAll = () => write(withPhoto(tool.store.getState().draft.cards));
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
      <Button kind="accent" size="small" disabled={locked} onClick={() => (counts.empty < counts.all ? setAsking(true) : writeAll())}>
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
            <Button onClick={writeAll}>{t('ai_write.ask_all', { count: counts.all })}</Button>
            {counts.empty > 0 && (
              <Button kind="primary" onClick={() => write(withPhoto(tool.store.getState().draft.cards).filter(isEmpty))}>
                {t('ai_write.ask_empty', { count: counts.empty })}
              </Button>
            )}
          </>
        }
      >
        <p>{t('ai_write.ask', { count: counts.all - counts.empty })}</p>
      </Dialog>
    </>
  );
}
