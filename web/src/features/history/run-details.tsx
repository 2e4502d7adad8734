import { Ban, CircleAlert, Download, Play } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import { failureClass } from '#web/features/batch/failure.ts';
import { useBatches } from '#web/features/batch/get-batch.ts';
import { DownloadAll } from '#web/features/download/download-all.tsx';
import { historySpacingMs, videoFileName } from '#web/lib/download.ts';
import { wireDollars } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { VideoDialog } from '#web/ui/video-dialog.tsx';
import { useHistoryBatch } from './get-history.ts';
import { Receipt } from './receipt.tsx';

type Result = HistoryResponse['results'][number];

/** Fresh addresses are asked for this often at most, in milliseconds. */
const renewEveryMs = 10_000;

/** The results of one past batch, and what they have cost. */
export function RunDetails({ userId, batchId }: { userId: string; batchId: string }) {
  const { t } = useTranslation();
  const found = useHistoryBatch(userId, batchId);
  const [batch] = useBatches([batchId], true).batches;
  const renewedAt = useRef(0);
  const { refetch } = found;
  const renew = useCallback(() => {
    if (Date.now() - renewedAt.current < renewEveryMs) return;
    renewedAt.current = Date.now();
    void refetch();
  }, [refetch]);

  if (found.isPending)
    return (
      <p role="status" className="flex items-center gap-3 p-5 text-sm text-muted">
        <Spinner />
        {t('history.loading_run')}
      </p>
    );
  if (found.isError)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 p-5 text-sm">
        <p>{t('history.run_failed')}</p>
        <Button size="small" onClick={() => void found.refetch()}>
          {t('common.try_again')}
        </Button>
      </div>
    );

  const items = new Map(batch?.items.map((item) => [item.itemId, item]));
  const downloads = found.data.results.flatMap((result) => {
    const url = items.get(result.id)?.downloadUrl ?? result.video_url;
    return url ? { name: videoFileName(result.image_title, Date.parse(result.completed_at ?? '') || Date.now()), url } : [];
  });

  return (
    <div className="grid items-start gap-6 p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        {downloads.length > 0 && (
          <div className="mb-4 flex">
            <DownloadAll files={downloads} archive="videos" spacingMs={historySpacingMs} size="small" />
          </div>
        )}
        <ul className="grid grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5">
          {found.data.results.map((result) => (
            <li key={result.id} className="min-w-0">
              <ResultTile result={result} item={items.get(result.id)} onStale={renew} />
            </li>
          ))}
        </ul>
      </div>
      {batch && <Receipt batch={batch} />}
    </div>
  );
}

function ResultTile({ result, item, onStale }: { result: Result; item: BatchItem | undefined; onStale: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const title = result.image_title;
  const label = t('video.result.video', { title });
  const downloadUrl = item?.downloadUrl ?? result.video_url;
  const poster = result.thumbnail ?? item?.posterUrl;
  const delivered = result.status === 'completed';

  return (
    <>
      {/* One that came late is there all the same, and free. */}
      {result.video_url ? (
        <button
          type="button"
          aria-label={t('history.play', { title })}
          onClick={() => setOpen(true)}
          className="group relative block aspect-4/5 w-full overflow-hidden rounded-md bg-sand"
        >
          {poster && <img src={poster} alt="" loading="lazy" decoding="async" onError={onStale} className="size-full object-contain" />}
          <span className="absolute inset-0 m-auto grid size-11 place-items-center rounded-full bg-media/75 text-on-media transition-colors group-hover:bg-media">
            <Play aria-hidden className="size-5 translate-x-px" />
          </span>
        </button>
      ) : (
        <NotMade result={result} item={item} />
      )}
      <div className="mt-1.5 flex items-center justify-between gap-2 text-xs">
        <p className="min-w-0">
          <span className="block truncate" title={title}>
            {title}
          </span>
          <span className={delivered ? 'money text-muted' : 'font-semibold text-success'}>
            {delivered ? item && t('video.result.charged', { amount: wireDollars(item.charged) }) : t('video.result.not_charged')}
          </span>
        </p>
        {downloadUrl && (
          <a
            href={downloadUrl}
            download={videoFileName(title, Date.parse(result.completed_at ?? '') || 0)}
            aria-label={t('video.result.download', { title })}
            className="grid size-9 shrink-0 place-items-center rounded-md text-accent-text hover:bg-sand"
          >
            <Download aria-hidden className="size-4" />
          </a>
        )}
      </div>
      <VideoDialog
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        src={result.video_url}
        poster={poster}
        label={label}
        ratio={item?.aspectRatio ?? '9:16'}
        downloadUrl={downloadUrl}
        onError={onStale}
      />
    </>
  );
}

/** A video that was not made, with the reason in the reader's language where its code is known. */
function NotMade({ result, item }: { result: Result; item: BatchItem | undefined }) {
  const { t } = useTranslation();
  const failed = result.status === 'failed';
  const error = item?.error ?? (result.error === undefined ? undefined : { message: result.error });
  return (
    <div
      className={`flex aspect-4/5 flex-col items-center justify-center gap-1.5 rounded-md p-3 text-center text-xs ${failed ? 'bg-danger-soft' : 'bg-sand'}`}
    >
      {failed ? <CircleAlert aria-hidden className="size-5 text-danger" /> : <Ban aria-hidden className="size-5 text-muted" />}
      <span className={`font-semibold ${failed ? 'text-danger' : ''}`}>
        {failed ? t('video.result.failed') : t('video.result.cancelled')}
      </span>
      {failed && <span>{t(`video_generator.errors.${failureClass(error)}`)}</span>}
    </div>
  );
}
