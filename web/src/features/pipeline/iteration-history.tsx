import { CircleCheck, CircleDashed, ImageOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunIteration, RunResponse } from '#shared/pipeline/api.ts';
import { useAreaName } from '#web/lib/area-name.ts';
import { dateAndTime } from '#web/lib/time.ts';

/** Every image that was made: thumbnails, and one of them large with what was judged of it; by hover, keys and touch (P5, P13). */
export function IterationHistory({ run, onStale }: { run: RunResponse; onStale: () => void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number>();
  const [peeked, setPeeked] = useState<number>();
  const { iterationHistory: iterations } = run;
  const numbered = (number: number | undefined) => iterations.find(({ iterationNumber }) => iterationNumber === number);
  const isOver = run.status === 'completed' || run.status === 'stopped';
  const newest = isOver ? iterations.find(({ isBest }) => isBest) : iterations.at(-1);
  const shown = numbered(peeked) ?? numbered(chosen) ?? newest;

  return (
    <section aria-label={t('pipeline.history')} className="min-w-0 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6">
      <h2 className="text-xl font-semibold">{t('pipeline.history')}</h2>
      {!shown ? (
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          <img
            src={run.photos.inputUrl}
            alt={t('pipeline.slot.input')}
            onError={onStale}
            className="aspect-square w-full rounded-md bg-sand object-contain"
          />
          <p className="self-center text-sm text-muted">{isOver ? t('pipeline.history_none') : t('pipeline.history_empty')}</p>
        </div>
      ) : (
        <>
          <ul className="mt-4 flex gap-2.5 overflow-x-auto p-1 pb-2">
            {iterations.map((one) => (
              <li key={one.iterationNumber} className="shrink-0">
                <Thumbnail
                  iteration={one}
                  isShown={one === shown}
                  onChoose={() => setChosen(one.iterationNumber)}
                  onPeek={(isThere) => setPeeked(isThere ? one.iterationNumber : undefined)}
                  onStale={onStale}
                />
              </li>
            ))}
          </ul>
          <Details iteration={shown} isOver={isOver} onStale={onStale} />
        </>
      )}
    </section>
  );
}

type ThumbnailProps = {
  iteration: RunIteration;
  isShown: boolean;
  onChoose: () => void;
  onPeek: (isThere: boolean) => void;
  onStale: () => void;
};

function Thumbnail({ iteration, isShown, onChoose, onPeek, onStale }: ThumbnailProps) {
  const { t } = useTranslation();
  const { iterationNumber: number, thumbnailUrl, isBest } = iteration;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      aria-label={isBest ? t('pipeline.thumbnail_best', { number }) : t('pipeline.thumbnail', { number })}
      onClick={onChoose}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onPeek(true)}
      onPointerLeave={() => onPeek(false)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onPeek(true)}
      onBlur={() => onPeek(false)}
      className="relative block size-20 overflow-hidden rounded-md border-2 border-transparent bg-sand aria-pressed:border-accent-text"
    >
      {thumbnailUrl ? (
        <img src={thumbnailUrl} alt="" onError={onStale} className="size-full object-cover" />
      ) : (
        <ImageOff aria-hidden className="m-auto size-5 text-muted" />
      )}
      <span
        aria-hidden
        className={`money absolute start-1 bottom-1 rounded-sm px-1.5 text-xs ${isBest ? 'bg-success text-paper' : 'bg-media/75 text-on-media'}`}
      >
        {number}
      </span>
    </button>
  );
}

function Details({ iteration, isOver, onStale }: { iteration: RunIteration; isOver: boolean; onStale: () => void }) {
  const { t, i18n } = useTranslation();
  const areaName = useAreaName();
  const { iterationNumber: number, imageUrl, area, madeFrom, isBest, focusAreaEvaluation, geminiPrompt, timestamp } = iteration;
  const judged = Object.entries(focusAreaEvaluation);
  const from = { area: area === undefined ? '' : areaName(area), from: madeFrom };
  return (
    <article aria-label={t('pipeline.thumbnail', { number })} className="mt-3 grid items-start gap-5 sm:grid-cols-2">
      {imageUrl ? (
        <img
          src={imageUrl}
          alt={t('pipeline.iteration_alt', { number })}
          onError={onStale}
          className="aspect-square w-full rounded-md bg-sand object-contain"
        />
      ) : (
        <p className="grid aspect-square place-items-center rounded-md bg-sand p-6 text-center text-sm text-muted">
          {t('pipeline.picture_deleted')}
        </p>
      )}
      <div className="min-w-0 text-sm">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-lg font-semibold">{t('pipeline.thumbnail', { number })}</span>
          {isBest && (
            <span className="rounded-full bg-success-soft px-2.5 py-0.5 text-xs font-semibold text-success">
              {isOver ? t('pipeline.is_result') : t('pipeline.is_best')}
            </span>
          )}
        </p>
        <p className="money text-muted">{madeFrom === undefined ? t('pipeline.made_first') : t('pipeline.made_from', from)}</p>
        {judged.length > 0 ? (
          <ul className="mt-3 space-y-2.5">
            {judged.map(([name, { status, assessment }]) => (
              <li key={name} className="flex gap-2.5">
                {status === 'solved' ? (
                  <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
                ) : (
                  <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-brass" />
                )}
                <p className="min-w-0">
                  <span className="font-semibold wrap-anywhere">{areaName(name)}</span>
                  <span className="text-muted"> · {t(`pipeline.judged.${status}`)}</span>
                  <span className="block text-muted">{assessment}</span>
                </p>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-3 text-muted">{t('pipeline.judged_not_yet')}</p>
        )}
        <details className="mt-3">
          <summary className="inline-block min-h-8 py-1 text-accent-text underline-offset-2 hover:underline">{t('pipeline.asked')}</summary>
          <p className="mt-1 rounded-md bg-sand/60 px-3 py-2 text-xs wrap-anywhere whitespace-pre-line text-muted">{geminiPrompt}</p>
        </details>
        <p className="mt-2 text-xs text-muted">{dateAndTime(timestamp, i18n.language)}</p>
      </div>
    </article>
  );
}
