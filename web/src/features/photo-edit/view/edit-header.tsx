import { ImagePlus, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { limitFiles } from '#web/features/upload/collect-files.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { IconButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { addFiles, startNew } from '../store/photos.ts';
import { isAllEdited, isRunning } from '../store/selectors.ts';
import { useEdit } from './use-edit.ts';

export function EditHeader() {
  const { t } = useTranslation();
  const hasPhotos = useEdit(({ draft }) => draft.photos.length > 0);
  return (
    <div className="desktop:grid desktop:grid-cols-[minmax(0,1fr)_26rem] desktop:items-center desktop:gap-4 max-tablet:flex max-tablet:items-center max-tablet:justify-between max-tablet:gap-1">
      <PageHeader
        compact
        title={t('photo_edit.title')}
        subtitle={<span className={hasPhotos ? 'max-tablet:hidden' : ''}>{t('photo_edit.subtitle')}</span>}
      />
      {hasPhotos && <AddPhotos />}
    </div>
  );
}

/** Lets the seller add more photos: with a file dialog, by a drop anywhere on the page, or by pasting. */
function AddPhotos() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const checking = useEdit((state) => state.checking);
  const disabled = useEdit(({ restored }) => !restored);
  const freePlaces = useEdit(({ draft }) => editsPerBatchMax - draft.photos.length);
  const mayStartNew = useEdit((state) => !isRunning(state) && state.results.size > 0);
  const isAllDone = useEdit(isAllEdited);
  const isOver = useFileDrops(disabled ? undefined : addFiles);
  const text = checking
    ? t('upload.checking', { done: checking.done, count: checking.total })
    : isOver
      ? t('upload.drop_now')
      : t('bench.room', { count: freePlaces });
  return (
    <div className="flex items-center gap-2 max-desktop:mb-3 max-tablet:mb-0 max-tablet:gap-0">
      <button
        type="button"
        disabled={disabled}
        onClick={() => input.current?.click()}
        className={`flex min-h-14 w-full min-w-0 items-center gap-3 rounded-lg border border-dashed px-4 text-start max-tablet:size-11 max-tablet:min-h-11 max-tablet:justify-center max-tablet:px-0 transition-colors ${isOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/70'} enabled:hover:border-accent-text enabled:hover:bg-surface disabled:border-line disabled:text-muted`}
      >
        <ImagePlus aria-hidden className="size-5 shrink-0" />
        {/* On phones, the photo needs this space. */}
        <span className="min-w-0 flex-1 leading-tight max-tablet:sr-only">
          <span className="flex items-baseline gap-3">
            <span className="font-semibold whitespace-nowrap">{t('bench.add_more')}</span>
            <span role={checking ? 'status' : undefined} className="min-w-0 truncate text-sm text-muted">
              {text}
            </span>
          </span>
          <span className="block truncate text-sm text-muted max-desktop:hidden">{t('bench.add_ways')}</span>
        </span>
      </button>
      <FileInput ref={input} label={t('upload.input')} multiple disabled={disabled} onFiles={(files) => addFiles(limitFiles(files))} />
      {mayStartNew && (
        // On narrow windows, the bar has no space for this button. On phones, the menu of the bar contains it if nothing is left to order.
        <IconButton label={t('batch.start_new')} onClick={startNew} className={`desktop:hidden ${isAllDone ? 'max-tablet:hidden' : ''}`}>
          <RotateCcw aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  );
}
