import { ImagePlus, Lock } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { limitFiles } from '#web/features/upload/collect-files.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { cardsMax, roomForPhotos } from '../cards/cards.ts';
import { isLocked, isRunning } from '../store/core.ts';
import { useBench, useBenchState } from './bench-context.tsx';

/** Adds photos to a page that has cards. The seller can use a file dialog, drop files anywhere on the page, or paste photos. */
export function AddStrip() {
  const { t } = useTranslation();
  const { kind, tool } = useBench();
  const input = useRef<HTMLInputElement>(null);
  const locked = useBenchState(isLocked);
  const running = useBenchState(isRunning);
  const checking = useBenchState((state) => state.checking);
  const room = useBenchState(({ draft }) => roomForPhotos(draft));
  const isDragOver = useFileDrops(locked ? undefined : tool.addFiles);
  const Icon = locked && running ? Lock : ImagePlus;
  const text = running
    ? t(`${kind}.locked_remove`)
    : checking
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
        className={`flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-lg border border-dashed px-4 text-start max-tablet:gap-2 max-tablet:px-3 tablet:max-desktop:order-1 tablet:max-desktop:basis-full desktop:basis-64 transition-colors ${isDragOver ? 'border-accent-text bg-accent-soft' : 'border-line-strong/70'} enabled:hover:border-accent-text enabled:hover:bg-surface disabled:border-line disabled:text-muted`}
      >
        <Icon aria-hidden className="size-5 shrink-0" />
        <span className="flex min-w-0 gap-x-3 max-tablet:flex-col tablet:items-baseline">
          <span className="font-semibold whitespace-nowrap max-tablet:truncate max-tablet:leading-tight">{t('bench.add_more')}</span>
          <span role={checking ? 'status' : undefined} className="min-w-0 truncate text-sm text-muted max-tablet:text-xs">
            {!running && !checking && !isDragOver && <span className="max-desktop:hidden">{t('bench.add_ways')} </span>}
            {text}
          </span>
        </span>
      </button>
      <FileInput ref={input} label={t('upload.input')} multiple disabled={locked} onFiles={(files) => tool.addFiles(limitFiles(files))} />
    </>
  );
}
