import { Repeat2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { Button } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { prepareNextPicture } from '../store/reopen-run.ts';
import { useReopening } from './use-reopening.ts';

/** Starts a new setup with the same example. */
export function NextPictureButton({ run, className }: { run: RunResponse; className: string }) {
  const { t } = useTranslation();
  const { isLoading, reopen } = useReopening(() => prepareNextPicture(run));
  return (
    <Button ref={passFocusToAncestor} aria-disabled={isLoading} onClick={reopen} className={className}>
      {isLoading ? <Spinner className="size-4" /> : <Repeat2 aria-hidden className="size-4" />}
      {t('pipeline.next_picture')}
    </Button>
  );
}
