import { FileSearch, LockKeyhole, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

/** The area for the first file. A file can be dropped anywhere on the page. */
export function DropArea({ isOver, onChoose }: { isOver: boolean; onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <section
      aria-label={t('check.drop')}
      className={`flex flex-col items-center justify-center gap-4 rounded-lg border-2 border-dashed p-6 text-center transition-colors lg:min-h-112 ${isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/60 bg-surface'}`}
    >
      <span className="grid size-14 place-items-center rounded-full bg-accent-soft text-accent-text">
        <FileSearch aria-hidden className="size-6" />
      </span>
      <p className="font-display text-2xl font-semibold text-balance">{t('check.drop')}</p>
      <Button kind="primary" onClick={onChoose}>
        {t('check.choose')}
      </Button>
      <p className="flex items-center gap-2 text-base text-muted">
        <LockKeyhole aria-hidden className="size-4 shrink-0" />
        <span className="text-start text-balance">{t('check.deleted')}</span>
      </p>
    </section>
  );
}

/** After the first file, a button replaces the area, so that the results are visible without scrolling. */
export function AddFiles({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  return (
    <Button onClick={onChoose} className="max-tablet:w-full">
      <Plus aria-hidden className="size-4" />
      {t('check.add')}
    </Button>
  );
}
