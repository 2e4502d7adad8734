import { ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { photoFrom } from '#web/features/upload/photo.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { FileName } from '#web/ui/file-name.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Progress } from '#web/ui/progress.tsx';
import { fileProblem } from '../file-problem.ts';
import { change } from '../store/core.ts';
import { useEdit } from '../view/use-edit.ts';

/** The field for the guiding picture: the new background will look similar to this picture. */
export function GuidanceSlot() {
  const { t } = useTranslation();
  const guidance = useEdit(({ draft }) => draft.guidance);
  const upload = useEdit(({ uploads }) => guidance && uploads.get(guidance.id));
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const newestFile = useRef<File>(undefined);
  const setGuidance = async (file: File) => {
    newestFile.current = file;
    setProblem(undefined);
    const photo = await photoFrom(file);
    // The check of an earlier file can end after the check of the newest file.
    if (newestFile.current !== file) return;
    if ('reason' in photo) setProblem(fileProblem(t('errors.GuidanceRequired'), { name: file.name, reason: photo.reason }));
    else change({ type: 'guidanceSet', guidance: photo });
  };
  return (
    <div tabIndex={-1} className="outline-none">
      {guidance ? (
        <div className="flex items-center gap-2 rounded-md border border-line bg-paper p-1.5 laptop:p-1">
          <img
            src={guidance.src}
            alt={t('photo_edit.guidance_alt', { title: guidance.title })}
            className="size-11 rounded-sm object-cover laptop:size-9"
          />
          <div className="min-w-0 flex-1">
            <FileName name={guidance.title} />
            {upload?.status === 'sending' && (
              <Progress
                label={t('upload.progress', { title: guidance.title })}
                value={Math.round(upload.share * 100)}
                max={100}
                className="mt-1"
              />
            )}
          </div>
          <IconButton
            ref={passFocusToAncestor}
            label={t('photo_edit.guidance_remove')}
            onClick={() => change({ type: 'guidanceSet', guidance: undefined })}
          >
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="min-w-0 flex-1 basis-32 text-sm/tight text-muted">{t('photo_edit.guidance')}</p>
          <Button size="small" onClick={() => input.current?.click()}>
            <ImagePlus aria-hidden className="size-4" />
            {t('photo_edit.guidance_choose')}
          </Button>
        </div>
      )}
      <FileInput ref={input} label={t('photo_edit.guidance_input')} onFiles={([file]) => file && void setGuidance(file)} />
      {problem && (
        <p role="alert" className="mt-1.5 text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
