import { useQueryClient } from '@tanstack/react-query';
import { Crop } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cropVideo } from '#web/features/batch/calls/crop-video.ts';
import { batchKey } from '#web/features/batch/calls/get-batch.ts';
import { codeOf, type PageErrorCode } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { ShownVideo } from './run.ts';

/** After an error with one of these codes, the video may already be cropped. So the page reads the batch again. */
const codesToReload: readonly PageErrorCode[] = ['NothingToCrop', 'AddressNotAllowed'];

/** Informs the seller that a video was not cropped, and offers a free crop (docs/spec.md 5.4). */
export function CropAgain({ item }: { item: ShownVideo }) {
  const queries = useQueryClient();
  const { t } = useTranslation();
  const [isCropping, setCropping] = useState(false);
  const [failure, setFailure] = useState<PageErrorCode>();
  const reloadBatch = () => queries.invalidateQueries({ queryKey: batchKey(item.batchId) });
  const crop = async (videoUrl: string) => {
    setCropping(true);
    setFailure(undefined);
    try {
      await cropVideo(videoUrl);
      await reloadBatch();
    } catch (error) {
      const code = codeOf(error);
      if (codesToReload.includes(code)) void reloadBatch();
      setFailure(code);
    } finally {
      setCropping(false);
    }
  };
  return (
    <div className="mt-1.5 rounded-md bg-brass-soft p-2.5 text-sm text-ink">
      <p>{t('video.result.uncropped')}</p>
      <Button
        size="small"
        aria-disabled={isCropping}
        aria-label={t('video.result.recrop_label', { title: item.title })}
        onClick={() => !isCropping && item.videoUrl && void crop(item.videoUrl)}
        className="mt-2 w-full whitespace-normal! text-sm!"
      >
        {isCropping ? <Spinner className="size-4" /> : <Crop aria-hidden className="size-4" />}
        {isCropping ? t('video.result.recropping') : t('video.result.recrop')}
      </Button>
      {failure && (
        <p role="alert" className="mt-1.5 text-danger">
          {failure === 'DailyLimit' ? t('errors.DailyLimit') : t('video.result.recrop_failed')}
        </p>
      )}
    </div>
  );
}
