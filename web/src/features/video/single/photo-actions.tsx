import { ImagePlus, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isLocked, isRunning } from '#web/features/batch/store/core.ts';
import { FileInput } from '#web/features/upload/file-input.tsx';
import { Button } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { removePhoto, replacePhoto } from '../single-actions.ts';
import { useSingle } from './use-single.ts';

/** Replaces or removes the photo. Both are disabled during a run. */
export function PhotoActions() {
  const { t } = useTranslation();
  const locked = useSingle(isLocked);
  const reason = useSingle(isRunning) ? t('video.locked_remove') : undefined;
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="-mx-2 flex flex-wrap gap-1">
      <Tooltip text={reason}>
        <Button
          size="small"
          kind="quiet"
          aria-label={t('single.replace_photo')}
          aria-disabled={locked}
          onClick={() => !locked && input.current?.click()}
          className="px-2! max-tablet:[&>svg]:hidden"
        >
          <ImagePlus aria-hidden className="size-4" />
          {t('single.replace')}
        </Button>
      </Tooltip>
      <FileInput ref={input} label={t('single.replace_input')} disabled={locked} onFiles={([file]) => file && void replacePhoto(file)} />
      <Tooltip text={reason}>
        <Button
          ref={passFocusToAncestor}
          size="small"
          kind="quiet"
          aria-label={t('single.remove_photo')}
          aria-disabled={locked}
          onClick={() => !locked && removePhoto()}
          className="px-2! max-tablet:[&>svg]:hidden"
        >
          <X aria-hidden className="size-4" />
          {t('single.remove')}
        </Button>
      </Tooltip>
    </div>
  );
}
