import { Ban, Clock, Play, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { videoDefaults } from '#shared/video/defaults.ts';
import { wasDeliveredLate } from '#web/features/batch/cards/run.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { WorkRing } from '#web/ui/work-cover.tsx';
import { singleVideo } from '../single-tool.ts';
import { showVersion } from './single-view.ts';
import { useVersion, type Version } from './use-version.ts';

type Props = { id: string; number: number; isShown: boolean };

/** A version in the row of versions: a small picture, its state, and its price. A click shows the version large. */
export function VersionTile({ id, number, isShown }: Props) {
  const { t } = useTranslation();
  const version = useVersion(id);
  const name = t('single.tile', { number });
  const { item, card, state } = version;
  const src = state === 'ready' ? (item?.posterUrl ?? item?.photoUrl) : (item?.photoUrl ?? card.photo?.src);
  const hasNoVideo = state === 'failed' || state === 'cancelled';
  return (
    <article aria-label={name} className="text-center text-xs leading-tight">
      <div className="relative">
        <button
          type="button"
          aria-label={t('single.show', { tile: name })}
          aria-current={isShown}
          onClick={() => showVersion(id)}
          className="pane grid aspect-9/16 w-full place-items-center overflow-hidden bg-media aria-[current=true]:outline-2 aria-[current=true]:outline-offset-2 aria-[current=true]:outline-accent-text @max-[35rem]:aspect-3/4 low:aspect-3/4"
        >
          {src !== undefined && (
            <img
              src={src}
              alt=""
              onError={() => singleVideo.renewLinks(id)}
              className={`size-full object-cover ${hasNoVideo ? 'opacity-45 grayscale' : ''}`}
            />
          )}
        </button>
        {/* These icons are outside the button, because its accessible name already contains their meaning. */}
        <span className="pointer-events-none">
          <TileMark version={version} />
        </span>
      </div>
      <p className="money mt-1.5 truncate text-muted">
        <b className="font-semibold text-ink">{number}</b> <TileText version={version} />
      </p>
    </article>
  );
}

function TileMark({ version: { item, state } }: { version: Version }) {
  switch (state) {
    case 'ready':
      return (
        <span
          aria-hidden
          className="money absolute inset-x-1 bottom-1 mx-auto flex w-fit items-center gap-1 rounded-full bg-media/80 px-1.5 py-0.5 text-on-media low:hidden"
        >
          <Play aria-hidden className="size-2.5 fill-current" />
          {elapsedTime(videoDefaults.durationSeconds * 1_000)}
        </span>
      );
    case 'failed':
      return <TriangleAlert aria-hidden className="absolute inset-0 m-auto size-6 text-danger" />;
    case 'cancelled':
      return <Ban aria-hidden className="absolute inset-0 m-auto size-6 text-muted" />;
    default:
      return (
        <span className="absolute inset-0 grid place-items-center rounded-sm bg-media/30">
          {item?.status === 'queued' && state !== 'sending' ? (
            <span className="grid size-9 place-items-center rounded-full bg-media/75">
              <Clock aria-hidden className="size-5 text-on-media" />
            </span>
          ) : (
            <WorkRing size="small" />
          )}
        </span>
      );
  }
}

/** A short visible text, and the full text for screen readers. */
function TileText({ version: { item, state, isCancelling } }: { version: Version }) {
  const { t } = useTranslation();
  if (state === 'ready' && item) {
    const amount = dollarsFromApi(item.charged);
    return (
      <>
        {!wasDeliveredLate(item) && <span aria-hidden>{amount}</span>}
        <span className="sr-only">{wasDeliveredLate(item) ? t('batch.result.late') : t('batch.result.charged', { amount })}</span>
      </>
    );
  }
  const hasNoVideo = state === 'failed' || state === 'cancelled';
  const word = t(`state.${isCancelling && !hasNoVideo ? 'cancelling' : state === 'ready' ? 'generating' : state}`);
  if (hasNoVideo)
    return (
      <>
        <span className={state === 'failed' ? 'font-semibold text-danger' : ''}>{word}</span>
        <span className="sr-only">{t('batch.result.not_charged')}</span>
      </>
    );
  // The tile of a running video shows an icon instead of a text.
  return <span className="sr-only">{word}</span>;
}
