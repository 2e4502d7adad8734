import { CircleAlert, ImagePlus, Images } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { UploadChip } from '#web/features/upload/upload-chip.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { KeptMark } from './kept-mark.tsx';
import { PaneOverlay } from './pane-overlay.tsx';
import { ShrinkPhoto } from './shrink-photo.tsx';
import type { CardFacts } from './use-card.ts';

/**
 * The picture area (pane) of a card. It shows the photo in the ratio of the result, and later the result. A small pane has no space for a
 * button.
 */
export function CardPane({ facts, isSmall = false }: { facts: CardFacts; isSmall?: boolean }) {
  const { card, item, status, src, isLocked } = facts;
  const bench = useBench();
  const { Frame, Result, tool } = bench;
  if (item && status === 'ready')
    return (
      <>
        <Result item={item} onStale={() => tool.renewLinks(item.batchId)} />
        <KeptMark item={item} className="end-2.5 top-2.5 size-6" />
      </>
    );
  if (!card.photo || !src) return <PhotoPicker facts={facts} />;
  const tone =
    status === 'failed' || status === 'cancelled' ? 'opacity-60 grayscale' : isLocked && status === 'outside' ? 'opacity-55' : '';
  return (
    <div className="relative grid h-full grid-rows-[minmax(0,1fr)] place-items-center [container-type:size]">
      <div className={`col-start-1 row-start-1 grid size-full grid-rows-[minmax(0,1fr)] place-items-center ${tone}`}>
        <Frame card={card} src={src} onStale={item && (() => tool.renewLinks(item.batchId))} />
      </div>
      <PaneOverlay facts={facts} isSmall={isSmall} />
      {!isLocked && !isSmall && status !== 'failed' && <OtherPhoto facts={facts} />}
      <CardUpload facts={facts} isSmall={isSmall} />
    </div>
  );
}

/** Lets the user choose the photo of a card with a file dialog or a drop. */
function PhotoPicker({ facts: { card, number, isLocked } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const input = useRef<HTMLInputElement>(null);
  const name = t('batch.card', { number });
  const problem = useBenchState(({ problems }) => problems[card.id]);
  const setPhoto = ([file]: Iterable<File>) => {
    if (file && !isLocked) void tool.setFile(card.id, file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside has the same effect as the drop.
    <div
      className="grid size-full place-items-center"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        // The page must not receive the drop, because it would add the photo as a new card.
        event.preventDefault();
        setPhoto(event.dataTransfer.files);
      }}
    >
      <button
        type="button"
        disabled={isLocked}
        onClick={() => input.current?.click()}
        className="flex h-full max-h-32 w-full flex-col items-center justify-center gap-1.5 rounded-md border-2 border-dashed border-line-strong/60 p-2 text-center text-xs text-muted transition-colors enabled:hover:border-accent-text enabled:hover:text-ink"
      >
        {problem ? (
          <span role="alert" className="text-danger">
            <CircleAlert aria-hidden className="mx-auto mb-1 size-5" />
            {problem}
          </span>
        ) : (
          <>
            <ImagePlus aria-hidden className="size-6" />
            {t('batch.add_photo_short')}
            <span className="sr-only">: {name}</span>
          </>
        )}
      </button>
      <p className="sr-only">{t(`${kind}.result.placeholder`)}</p>
      <FileInput ref={input} label={t('batch.photo_input', { card: name })} disabled={isLocked} onFiles={setPhoto} />
      <p className="absolute inset-x-3 bottom-3 text-center text-xs empty:hidden">
        <ShrinkPhoto cardId={card.id} />
      </p>
    </div>
  );
}

/** Replaces the photo of a card. The button is visible while the pointer or the focus is on the card. */
function OtherPhoto({ facts: { card, name } }: { facts: CardFacts }) {
  const { t } = useTranslation();
  const { tool } = useBench();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="absolute inset-x-1 bottom-1 mx-auto flex min-h-8 w-fit max-w-[calc(100%-0.5rem)] items-center gap-1.5 rounded-md bg-media/80 px-2.5 text-xs font-semibold text-on-media opacity-0 transition-opacity group-focus-within/card:opacity-100 group-hover/card:opacity-100 hover:bg-media touch:min-h-11 touch:opacity-100"
      >
        <Images aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">{t('bench.other_photo')}</span>
        <span className="sr-only">: {name}</span>
      </button>
      <FileInput
        ref={input}
        label={t('batch.photo_input', { card: name })}
        onFiles={([file]) => file && void tool.setFile(card.id, file)}
      />
    </>
  );
}

/** The progress of the upload. After the order, the state of the run replaces it. */
function CardUpload({ facts: { card, item }, isSmall }: { facts: CardFacts; isSmall: boolean }) {
  const upload = useBenchState(({ uploads }) => (card.photo ? uploads.get(card.photo.id) : undefined));
  if (!card.photo || item) return null;
  return <UploadChip upload={upload} title={card.photo.title} isSmall={isSmall} />;
}
