import { useTranslation } from 'react-i18next';
import { Progress } from '#web/ui/progress.tsx';
import type { UploadState } from './upload-queue.ts';
import { uploadText } from './upload-text.ts';

type Props = {
  upload: UploadState | undefined;
  title: string;
  /** Whether the photo has no space for a text. */
  isSmall?: boolean;
};

/**
 * The progress of an upload, at the bottom of its photo. Nothing is shown after the upload, because a tick would look like a result. The
 * parent must be positioned.
 */
export function UploadChip({ upload, title, isSmall = false }: Props) {
  const { t, i18n } = useTranslation();
  if (upload?.status !== 'sending') return null;
  return (
    <div className="absolute inset-x-1 bottom-1 mx-auto max-w-52 rounded-md bg-media/80 px-2 py-1.5 text-xs leading-tight text-on-media">
      {!isSmall && <p className="money mb-1 text-center">{uploadText(upload, t, i18n.language)}</p>}
      <Progress
        label={t('upload.progress', { title })}
        value={Math.round(upload.share * 100)}
        max={100}
        className="bg-on-media/25! [&>div]:bg-brass-bright!"
      />
    </div>
  );
}
