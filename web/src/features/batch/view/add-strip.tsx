import { ImagePlus, Lock } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limitFiles } from '#web/features/upload/collect-files.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { cardsMax, roomForPhotos } from '../cards/cards.ts';
import { isLocked, isRunning } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { useColumns } from './use-columns.ts';

/** In narrow windows, this area has a separate line. */
const stripClass = '@container tablet:min-h-14 min-w-0 flex-1 tablet:max-desktop:order-1 tablet:max-desktop:basis-full desktop:basis-64';

/** Adds photos to a page that has cards. The seller can use a file dialog, drop files anywhere on the page, or paste photos. */
export function AddStrip() {
  const { t } = useTranslation();
  const { tool } = useBench();
  const input = useRef<HTMLInputElement>(null);
  const locked = useBenchState(isLocked);
  const running = useBenchState(isRunning);
  const checking = useBenchState((state) => state.checking);
  const room = useBenchState(({ draft }) => roomForPhotos(draft));
  const isDragOver = useFileDrops(locked ? undefined : tool.addFiles);
  const fileInput = (
    <FileInput ref={input} label={t('upload.input')} multiple disabled={locked} onFiles={(files) => tool.addFiles(limitFiles(files))} />
  );
  if (running)
    return (
      <>
        <RunNote />
        {fileInput}
      </>
    );
  const text = checking
    ? t('upload.checking', { done: checking.done, count: checking.total })
    : isDragOver
      ? t('upload.drop_now')
      : t('bench.room', { count: room, max: cardsMax });
  return (
    <>
      <button
        type="button"
        disabled={locked}
        onClick={() => input.current?.click()}
        className={`flex items-center gap-3 rounded-lg border border-dashed px-4 text-start transition-colors max-tablet:min-h-14 max-tablet:gap-2 max-tablet:px-3 ${stripClass} ${isDragOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/70'} enabled:hover:border-accent-text enabled:hover:bg-surface disabled:border-line disabled:text-muted`}
      >
        <ImagePlus aria-hidden className="size-5 shrink-0" />
        <span className="flex min-w-0 gap-x-3 max-tablet:flex-col tablet:items-baseline">
          <span className="font-semibold whitespace-nowrap max-tablet:truncate max-tablet:leading-tight">{t('bench.add_more')}</span>
          <span
            role={checking ? 'status' : undefined}
            className="min-w-0 text-sm text-muted tablet:truncate max-tablet:line-clamp-2 max-tablet:text-xs/tight"
          >
            {!checking && !isDragOver && <span className="@max-[31rem]:hidden">{t('bench.add_ways')} </span>}
            {text}
          </span>
        </span>
      </button>
      {fileInput}
    </>
  );
}

/**
 * A note for the whole page. The seller cannot change anything during a run. The note replaces the area to add photos. On phones, it is short
 * and beside the switch.
 */
function RunNote() {
  const { t } = useTranslation();
  const { runningNote } = useBench();
  const isPhone = useColumns() === 1;
  return (
    <p
      className={`flex items-center gap-3 rounded-lg bg-brass-soft px-4 py-2 text-sm leading-snug text-pretty max-tablet:order-2 max-tablet:min-h-11 max-tablet:gap-2 max-tablet:px-3 max-tablet:text-xs/tight ${stripClass}`}
    >
      <Lock aria-hidden className="size-4 shrink-0 text-brass" />
      {isPhone ? t('bench.locked') : runningNote}
    </p>
  );
}
