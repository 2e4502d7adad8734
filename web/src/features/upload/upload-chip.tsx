import { Check } from 'lucide-react';
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

/** The state of an upload, at the bottom of its photo: first the progress, then a check mark. The parent must be a positioned element. */
export function UploadChip({ upload, title, isSmall = false }: Props) {
  const { t, i18n } = useTranslation();
  if (upload?.status === 'sending')
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
  if (upload?.status !== 'done') return null;
  return (
    <span
      title={t('state.uploaded')}
      className={`absolute end-1 bottom-1 grid place-items-center rounded-full bg-[#8fcca9] text-[#10251a] ${isSmall ? 'size-5' : 'size-6'}`}
    >
      <Check aria-hidden className="size-3.5" strokeWidth={3} />
      <span className="sr-only">{t('state.uploaded')}</span>
    </span>
  );
}
