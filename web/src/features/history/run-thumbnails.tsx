import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistorySummary } from '#shared/history/api.ts';

type Props = { kind: BatchKind; run: HistorySummary; onStale: () => void; className?: string };

/** Up to four results of a run, and the number of further items. */
export function RunThumbnails({ kind, run, onStale, className = '' }: Props) {
  const { t } = useTranslation();
  const thumbnails = run.thumbnails ?? [run.thumbnail].filter((one) => one !== undefined);
  const furtherCount = run.total_images - Math.max(1, thumbnails.length);
  return (
    <div className={`relative flex w-fit shrink-0 gap-1 ${className}`}>
      {thumbnails.length === 0 && (
        <span className="grid size-11 place-items-center rounded-sm bg-wall text-muted">
          <ImageOff aria-hidden className="size-5" />
        </span>
      )}
      {thumbnails.map((src, index) => (
        <img
          key={src}
          src={src}
          alt={index === 0 ? t(`${kind}.history.thumbnail`) : ''}
          loading="lazy"
          decoding="async"
          onError={onStale}
          className={`${kind === 'video' ? 'h-19' : 'h-11'} w-11 rounded-sm bg-wall object-cover`}
        />
      ))}
      {furtherCount > 0 && (
        <span className="money absolute end-1 bottom-1 rounded-full bg-media/80 px-1.5 py-0.5 text-sm whitespace-nowrap text-on-media">
          {t('history.more', { count: furtherCount })}
        </span>
      )}
    </div>
  );
}
