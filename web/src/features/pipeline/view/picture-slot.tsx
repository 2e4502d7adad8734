import { ImagePlus, X } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '#web/features/upload/file-input.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import { UploadChip } from '#web/features/upload/upload-chip.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { acceptedPictures, type Slot } from '../store/check-picture.ts';
import { isLocked, usePipeline } from '../store/core.ts';
import { choosePicture, removePicture } from '../store/pictures.ts';
import { SlotNotes } from './slot-notes.tsx';

/** The shape of a picture. On desktops, the pictures are wide, so that the areas below fit in the window. */
export const tileShape = 'aspect-square lg:aspect-3/2 lg:max-h-60';

/** A hint in the same line as the name of a picture. In narrow windows, only screen readers read the hint. */
export const hintClass = 'ms-1 min-w-0 truncate text-sm text-muted max-desktop:sr-only';

/** One of the three pictures, or an empty place for a file (docs/spec.md 4.3). */
export function PictureSlot({ slot, number }: { slot: Slot; number: number }) {
  const { t } = useTranslation();
  const picture = usePipeline(({ setup }) => setup.pictures[slot]);
  const disabled = usePipeline(isLocked);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  const name = t(`pipeline.slot.${slot}`);
  const hint = t(`pipeline.slot_hint.${slot}`);
  const takeFile = ([file]: Iterable<File>) => {
    if (file && !disabled) void choosePicture(slot, file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    takeFile(event.dataTransfer.files);
  };
  const dragOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(!disabled);
  };

  return (
    <section
      aria-labelledby={id}
      tabIndex={-1}
      onDragOver={dragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className="min-w-0 outline-none"
    >
      <div className="flex items-baseline gap-1.5 tablet:mb-1.5">
        <span aria-hidden className="font-semibold">
          {number}
        </span>
        <h3 id={id} className="shrink-0 font-semibold">
          {name}
        </h3>
        <p id={`${id}-hint`} title={hint} className={hintClass}>
          {hint}
        </p>
      </div>
      <div className={`relative overflow-hidden rounded-md bg-wall ${tileShape}`}>
        {picture ? (
          <PlacedPicture slot={slot} picture={picture} name={name} disabled={disabled} />
        ) : (
          <button
            type="button"
            disabled={disabled}
            id={`${id}-choose`}
            aria-labelledby={`${id} ${id}-choose`}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
            className={`flex size-full flex-col items-center justify-center gap-1.5 rounded-md border-2 border-dashed p-2 text-center transition-colors enabled:hover:border-accent-text enabled:hover:text-ink ${isOver ? 'border-accent-text bg-accent-soft text-ink' : 'border-line-strong/60 bg-paper text-muted'}`}
          >
            <ExamplePicture slot={slot} />
            <span className="font-semibold text-ink touch:hidden">{t('pipeline.drop_or_choose')}</span>
            {/* On a touch screen, nothing can be dropped. */}
            <span className="hidden font-semibold text-ink touch:inline">{t('pipeline.choose_short')}</span>
            <span className="text-sm max-tablet:hidden lg:max-desktop:hidden">{t('pipeline.formats')}</span>
          </button>
        )}
      </div>
      <FileInput
        ref={input}
        label={t('pipeline.picture_input', { slot: name })}
        accept={acceptedPictures}
        disabled={disabled}
        onFiles={takeFile}
      />
      <SlotNotes slot={slot} picture={picture} />
    </section>
  );
}

/** A small sample of the missing picture. It is small, so that it does not delay the largest paint of the page. */
const ExamplePicture = ({ slot }: { slot: Slot }) => (
  <span aria-hidden className="relative">
    <img src={`/samples/${slot}-thumb.avif`} alt="" width={72} height={72} className="pane size-18 opacity-70 max-xs:size-14" />
    <span className="absolute -end-2 -bottom-2 grid size-7 place-items-center rounded-full bg-surface text-ink shadow-card">
      <ImagePlus className="size-4" />
    </span>
  </span>
);

function PlacedPicture({ slot, picture, name, disabled }: { slot: Slot; picture: Photo; name: string; disabled: boolean }) {
  const { t } = useTranslation();
  const upload = usePipeline(({ uploads }) => uploads.get(picture.id));
  return (
    <>
      <img
        src={picture.src}
        alt={t('pipeline.picture_alt', { slot: name, title: picture.title })}
        decoding="async"
        className="size-full object-contain"
      />
      <UploadChip upload={upload} title={picture.title} />
      {!disabled && (
        <button
          ref={passFocusToAncestor}
          type="button"
          aria-label={t('pipeline.remove_picture', { slot: name })}
          onClick={() => removePicture(slot)}
          className="group absolute end-1 top-1 grid size-9 place-items-center rounded-full text-on-media touch:size-11"
        >
          {/* The visible disc is smaller than the button, so that it hides little of the picture. */}
          <span className="grid size-7 place-items-center rounded-full bg-media/75 transition-colors group-hover:bg-media">
            <X aria-hidden className="size-4" />
          </span>
        </button>
      )}
    </>
  );
}
