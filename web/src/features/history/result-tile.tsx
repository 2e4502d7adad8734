import { Ban, CircleAlert, Download, Maximize2, Play } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import { fileNameOf, resultsOf } from '#web/features/batch/cards/downloads.ts';
import { failureKey } from '#web/features/batch/cards/failure.ts';
import { useFinish } from '#web/features/finish/use-finish.tsx';
import { usePackage } from '#web/features/package/use-package.tsx';
import { ReadinessChips } from '#web/features/readiness/readiness-chips.tsx';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import type { ReviewItem } from '#web/features/review/review-item.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { cssRatio } from '#web/ui/ratio.ts';
import { openReview } from './review-store.ts';
import { savedFileOf } from './saved-as.ts';

type Result = HistoryResponse['results'][number];

type Props = {
  kind: BatchKind;
  isPipeline: boolean;
  batchId: string;
  result: Result;
  item: BatchItem | undefined;
  /** Ratio of the run. It is 'mixed' if the items have different ratios. */
  runRatio: string;
  /** The entry of this result in the review. Undefined if the result has no file. */
  reviewed: ReviewItem | undefined;
  onStale: () => void;
};

/**
 * One result of a past batch: a picture that opens the review, the price and the file. If there is no result, the tile shows the reason.
 */
export const ResultTile = memo(function ResultTile({ kind, isPipeline, batchId, result, item, runRatio, reviewed, onStale }: Props) {
  const { t } = useTranslation();
  const title = result.image_title;
  const file = savedFileOf(result, item);
  const url = result.video_url ?? result.image_url;
  const finish = useFinish(kind, file.downloadUrl ? [file.downloadUrl] : []);
  const packaging = usePackage(kind, resultsOf([file]));
  const delivered = result.status === 'completed';
  // The result of a before/after run is not an item of a batch.
  const canFinish = file.downloadUrl !== undefined && (item !== undefined || isPipeline);
  const ratio = item?.aspectRatio ?? runRatio;
  const style = { aspectRatio: ratio.includes(':') ? cssRatio(ratio) : '4 / 5' };
  const Sign = kind === 'video' ? Play : Maximize2;

  return (
    <>
      {/* A late video is also shown, but is not charged. */}
      {url ? (
        <button
          type="button"
          aria-label={t(`${kind}.history.open`, { title })}
          onClick={() => openReview(batchId, result.id)}
          style={style}
          className="group relative block w-full overflow-hidden rounded-md bg-sand"
        >
          {result.thumbnail && (
            <img src={result.thumbnail} alt="" loading="lazy" decoding="async" onError={onStale} className="size-full object-contain" />
          )}
          <span
            className={`absolute grid place-items-center rounded-full bg-media/75 text-on-media transition-colors group-hover:bg-media ${kind === 'video' ? 'inset-0 m-auto size-11' : 'end-1.5 top-1.5 size-8'}`}
          >
            <Sign aria-hidden className={kind === 'video' ? 'size-5 translate-x-px' : 'size-4'} />
          </span>
        </button>
      ) : (
        <NotMade kind={kind} result={result} item={item} style={style} />
      )}
      <div className="mt-1.5 flex items-center justify-between gap-2 text-sm">
        <p className="min-w-0">
          <span className="block truncate" title={title}>
            {title}
          </span>
          <span className="money text-muted">
            {delivered ? item && t('batch.result.charged', { amount: dollarsFromApi(item.charged) }) : t('batch.result.not_charged')}
          </span>
        </p>
        {file.downloadUrl && (
          <a
            href={file.downloadUrl}
            download={fileNameOf(kind, file)}
            aria-label={t(`${kind}.result.download`, { title })}
            className="grid size-9 shrink-0 place-items-center rounded-md text-accent-text hover:bg-sand"
          >
            <Download aria-hidden className="size-4" />
          </a>
        )}
        {reviewed && <ResultMenu result={reviewed} others={canFinish ? [finish.item, packaging.item] : []} />}
        {finish.dialog}
        {packaging.dialog}
      </div>
      {url && (
        <ReadinessChips
          probe={item?.probe ?? result.probe}
          result={canFinish ? file.downloadUrl : undefined}
          title={title}
          className="mt-0.5"
        />
      )}
    </>
  );
});

/** Maximum number of characters of an image's error (docs/spec.md 14.2). */
const errorCharacters = 50;

type NotMadeProps = Pick<Props, 'kind' | 'result' | 'item'> & { style: CSSProperties };

/**
 * An item without a result: its photo in grey, an icon, and the reason. For a video, the reason is a translated text. For an image, it is
 * the first part of the error.
 */
function NotMade({ kind, result, item, style }: NotMadeProps) {
  const { t } = useTranslation();
  const failed = result.status === 'failed';
  const error = item?.error ?? (result.error === undefined ? undefined : { message: result.error });
  const reason = t(failureKey(kind, error));
  const errorText = result.error && kind === 'image' ? [...result.error] : undefined;
  const Sign = failed ? CircleAlert : Ban;
  return (
    <div style={style} className={`flex flex-col rounded-md text-center text-sm ${failed ? 'bg-danger-soft' : 'bg-sand'}`}>
      <div className="relative grid min-h-16 flex-1 place-items-center overflow-hidden rounded-t-md">
        {item?.photoUrl && (
          <img
            src={item.photoUrl}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-cover opacity-60 grayscale"
          />
        )}
        <span className={`relative grid size-11 place-items-center rounded-full bg-surface ${failed ? 'text-danger' : 'text-muted'}`}>
          <Sign aria-hidden className="size-5" />
        </span>
      </div>
      <p className="p-2.5">
        <span className={`block font-semibold ${failed ? 'text-danger' : ''}`}>{t(failed ? 'state.failed' : 'state.cancelled')}</span>
        {failed && (
          <span title={errorText && reason} className="block wrap-anywhere">
            {errorText ? `${errorText.slice(0, errorCharacters).join('')}${errorText.length > errorCharacters ? '…' : ''}` : reason}
          </span>
        )}
      </p>
    </div>
  );
}
