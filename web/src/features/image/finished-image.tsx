import { Download, Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageBatchItem } from '#shared/batch/api.ts';
import { fileNameOf } from '#web/features/batch/downloads.ts';
import { wireDollars } from '#web/lib/money.ts';
import { ImageDialog } from '#web/ui/image-dialog.tsx';

type Props = { item: ImageBatchItem; changed: boolean; onStale: () => void };

/** A delivered image: small on the card, large and beside its photo on a press. */
export function FinishedImage({ item, changed, onStale }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { title, imageUrl, downloadUrl } = item;
  const label = t('image.result.label', { title });

  return (
    <div className="min-w-0">
      <button
        type="button"
        aria-label={t('image.result.enlarge', { title })}
        onClick={() => setOpen(true)}
        className="group relative block aspect-4/5 w-full overflow-hidden rounded-md bg-sand"
      >
        <img
          src={item.thumbnailUrl ?? imageUrl}
          alt={label}
          loading="lazy"
          decoding="async"
          onError={onStale}
          className="size-full object-contain"
        />
        <span className="absolute end-1.5 top-1.5 grid size-8 place-items-center rounded-full bg-media/75 text-on-media opacity-80 transition-opacity group-hover:opacity-100">
          <Maximize2 aria-hidden className="size-4" />
        </span>
      </button>
      <div className="mt-1.5 flex items-center justify-between gap-2 text-xs">
        <span className="money text-muted">{t('batch.result.charged', { amount: wireDollars(item.charged) })}</span>
        {downloadUrl && (
          <a
            href={downloadUrl}
            download={fileNameOf('image', item)}
            aria-label={t('image.result.download', { title })}
            className="-my-1 grid size-8 shrink-0 place-items-center rounded-md text-accent-text hover:bg-sand"
          >
            <Download aria-hidden className="size-4" />
          </a>
        )}
      </div>
      {changed && <p className="text-xs text-brass">{t('image.result.changed')}</p>}
      <ImageDialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        src={imageUrl}
        label={label}
        before={item.photoUrl}
        ratio={item.aspectRatio}
        downloadUrl={downloadUrl}
        onError={onStale}
      />
    </div>
  );
}
