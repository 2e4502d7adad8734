import { Copy, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

type Props = {
  kind: BatchKind;
  name: string;
  locked: boolean;
  photo: ReactNode;
  result: ReactNode;
  /** What is chosen for it. */
  children: ReactNode;
  onDuplicate: () => void;
  onRemove: () => void;
};

/** One card: its photo, what is chosen for it, and what has become of it. */
export function CardFrame({ kind, name, locked, photo, result, children, onDuplicate, onRemove }: Props) {
  const { t } = useTranslation();
  const tools = [
    { label: t('batch.duplicate_card', { card: name }), Icon: Copy, run: onDuplicate },
    { label: t('batch.remove_card', { card: name }), Icon: Trash2, run: onRemove },
  ];
  return (
    <li>
      <article
        aria-label={name}
        tabIndex={-1}
        className="grid grid-cols-2 gap-4 rounded-lg border border-line bg-surface p-4 shadow-card md:grid-cols-[9.5rem_minmax(0,1fr)_9.5rem] lg:grid-cols-[11rem_minmax(0,1fr)_11rem] lg:gap-6 lg:p-5"
      >
        <div className="min-w-0">{photo}</div>
        <div className="order-last col-span-2 flex min-w-0 flex-col gap-3 md:order-none md:col-span-1">
          <div className="-mb-1 flex items-center justify-between gap-2">
            <h3 className="text-sm font-semibold">{name}</h3>
            <div className="-me-2 flex">
              {tools.map(({ label, Icon, run }) => (
                <Tooltip key={label} text={locked ? t(`${kind}.locked_remove`) : undefined}>
                  <IconButton label={label} aria-disabled={locked} onClick={() => !locked && run()}>
                    <Icon aria-hidden className="size-4" />
                  </IconButton>
                </Tooltip>
              ))}
            </div>
          </div>
          {children}
        </div>
        <div className="min-w-0">{result}</div>
      </article>
    </li>
  );
}
