import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { limitFiles } from '#web/features/upload/collect-files.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { addFiles } from '../store/photos.ts';
import { PhotoTile } from './photo-tile.tsx';
import { useEdit, useEditEntries } from './use-edit.ts';

/** A row of photos with their states, beside the display area or, on phones, below it. The arrow keys select the next or previous photo. */
export function PhotoStrip() {
  const { t } = useTranslation();
  const ids = useEditEntries(({ draft }) => draft.photos.map(({ id }) => id));
  const isFull = useEdit(({ draft }) => draft.photos.length >= editsPerBatchMax);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="relative border-on-media/15 max-tablet:border-t tablet:border-s">
      <div className="scrollbar-none flex gap-2.5 overflow-auto p-3 max-tablet:pb-3.5 tablet:absolute tablet:inset-0 tablet:flex-col tablet:py-4">
        <fieldset className="flex shrink-0 gap-2.5 tablet:flex-col">
          <legend className="sr-only">{t('photo_edit.photos')}</legend>
          {ids.map((id) => (
            <PhotoTile key={id} id={id} />
          ))}
        </fieldset>
        {!isFull && (
          <>
            <button
              type="button"
              onClick={() => input.current?.click()}
              className="group grid shrink-0 items-center gap-x-2.5 gap-y-1 rounded-sm text-sm text-on-bench-muted max-tablet:w-20 max-tablet:content-start max-tablet:justify-items-center tablet:grid-cols-[3.75rem_minmax(0,1fr)] tablet:text-start"
            >
              <span className="grid size-15 place-items-center rounded-sm border-[1.5px] border-dashed border-on-media/45 transition-colors group-hover:border-on-media group-hover:text-on-media max-tablet:size-20">
                <Plus aria-hidden className="size-5" />
              </span>
              {t('photo_edit.add')}
            </button>
            <FileInput ref={input} label={t('photo_edit.add')} multiple onFiles={(files) => addFiles(limitFiles(files))} />
          </>
        )}
      </div>
    </div>
  );
}
