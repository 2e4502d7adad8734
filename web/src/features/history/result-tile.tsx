import { Ban, CircleAlert, Download, Maximize2, Play } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import { fileNameOf } from '#web/features/batch/cards/downloads.ts';
import { failureKey } from '#web/features/batch/cards/failure.ts';
import { ResultMenu } from '#web/features/review/result-menu.tsx';
import type { ReviewItem } from '#web/features/review/review-item.ts';
import { wireDollars } from '#web/lib/money.ts';
import { openReview } from './review-store.ts';
import { savedFileOf } from './saved-as.ts';

type Result = HistoryResponse['results'][number];

type Props = {
  kind: BatchKind;
  batchId: string;
  result: Result;
  item: BatchItem | undefined;
  /** The same result in the review. Undefined if the result has no file. */
  reviewed: ReviewItem | undefined;
  onStale: () => void;
};

/**
 * One result of a past batch: a picture that opens the review, the price and the file. If there is no result, the tile shows the reason.
 */
export const ResultTile = memo(function ResultTile({ kind, batchId, result, item, reviewed, onStale }: Props) {
  const { t } = useTranslation();
  const title = result.image_title;
  const file = savedFileOf(result, item);
  const url = result.video_url ?? result.image_url;
  const delivered = result.status === 'completed';
  const Sign = kind === 'video' ? Play : Maximize2;

  return (
    <>
      {/* A late video is also shown, but it is not charged. */}
      {url ? (
        <button
          type="button"
          aria-label={t(`${kind}.history.open`, { title })}
          onClick={() => openReview(batchId, result.id)}
          className="group relative block aspect-4/5 w-full overflow-hidden rounded-md bg-sand"
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
        <NotMade kind={kind} result={result} item={item} />
      )}
      <div className="mt-1.5 flex items-center justify-between gap-2 text-sm">
        <p className="min-w-0">
          <span className="block truncate" title={title}>
            {title}
          </span>
          <span className={delivered ? 'money text-muted' : 'font-semibold text-success'}>
            {delivered ? item && t('batch.result.charged', { amount: wireDollars(item.charged) }) : t('batch.result.not_charged')}
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
        {reviewed && <ResultMenu result={reviewed} />}
      </div>
    </>
  );
});

/** Maximum number of characters of an image's error (docs/spec.md 14.2). */
const errorCharacters = 50;

type NotMadeProps = Pick<Props, 'kind' | 'result' | 'item'>;

/** A result that was not made. The reason is a translated text for a video, and the first part of the error for an image. */
function NotMade({ kind, result, item }: NotMadeProps) {
  const { t } = useTranslation();
  const failed = result.status === 'failed';
  const error = item?.error ?? (result.error === undefined ? undefined : { message: result.error });
  const reason = t(failureKey(kind, error));
  const errorText = result.error && kind === 'image' ? [...result.error] : undefined;
  return (
    <div
      className={`flex aspect-4/5 flex-col items-center justify-center gap-1.5 rounded-md p-3 text-center text-sm ${failed ? 'bg-danger-soft' : 'bg-sand'}`}
    >
      {failed ? <CircleAlert aria-hidden className="size-5 text-danger" /> : <Ban aria-hidden className="size-5 text-muted" />}
      <span className={`font-semibold ${failed ? 'text-danger' : ''}`}>
        {failed ? t('batch.result.failed') : t('batch.result.cancelled')}
      </span>
      {failed && (
        <span title={errorText && reason} className="wrap-anywhere">
          {errorText ? `${errorText.slice(0, errorCharacters).join('')}${errorText.length > errorCharacters ? '…' : ''}` : reason}
        </span>
      )}
    </div>
  );
}
