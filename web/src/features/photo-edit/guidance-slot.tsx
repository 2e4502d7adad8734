import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '#web/features/upload/file-input.tsx';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadState } from '#web/features/upload/upload-queue.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { handFocusOn } from '#web/ui/hand-focus-on.ts';
import { Progress } from '#web/ui/progress.tsx';
import { usePicture } from './use-picture.ts';

type Props = { guidance: Photo | undefined; upload: UploadState | undefined; onGuidance: (photo: Photo | undefined) => void };

/** The picture that shows what the background is to look like. */
export function GuidanceSlot({ guidance, upload, onGuidance }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { take, problem } = usePicture(t('errors.GuidanceRequired'), onGuidance);
  return (
    <div tabIndex={-1}>
      <p className="mb-1.5 text-xs text-muted">{t('photo_edit.guidance')}</p>
      {guidance ? (
        <div className="flex items-center gap-3 rounded-md border border-line bg-paper p-2">
          <img
            src={guidance.src}
            alt={t('photo_edit.guidance_alt', { title: guidance.title })}
            className="size-14 rounded-sm object-cover"
          />
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm">{guidance.title}</p>
            {upload?.status === 'sending' && (
              <Progress
                label={t('upload.progress', { title: guidance.title })}
                value={Math.round(upload.share * 100)}
                max={100}
                className="mt-1"
              />
            )}
          </div>
          <IconButton ref={handFocusOn} label={t('photo_edit.guidance_remove')} onClick={() => onGuidance(undefined)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ) : (
        <Button onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden className="size-4" />
          {t('photo_edit.guidance_choose')}
        </Button>
      )}
      <FileInput ref={input} label={t('photo_edit.guidance_input')} onFiles={([file]) => file && void take(file)} />
      {problem && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
