import { ImageOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistorySummary } from '#shared/history/api.ts';

type Props = { kind: BatchKind; run: HistorySummary; shownMax: number; onStale: () => void };

/** The first results of a run. The last picture shows the number of further items. */
export function RunThumbnails({ kind, run, shownMax, onStale }: Props) {
  const { t } = useTranslation();
  const thumbnails = (run.thumbnails ?? [run.thumbnail].filter((one) => one !== undefined)).slice(0, shownMax);
  const furtherCount = run.total_images - Math.max(1, thumbnails.length);
  return (
    <div className="relative flex w-fit shrink-0 gap-1">
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
        <span
          title={t('history.more', { count: furtherCount })}
          className="money absolute end-0.5 bottom-0.5 max-w-10 rounded-full bg-media/80 px-1.5 text-xs leading-5 text-on-media"
        >
          <span aria-hidden>+{furtherCount}</span>
          <span className="sr-only">{t('history.more', { count: furtherCount })}</span>
        </span>
      )}
    </div>
  );
}
