import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { Button } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { prepareNextPicture } from '../store/next-picture.ts';

/** Starts a new setup with the same example. */
export function NextPictureButton({ run, className }: { run: RunResponse; className: string }) {
  const { t } = useTranslation();
  const [isLoading, setLoading] = useState(false);
  const prepare = () => {
    setLoading(true);
    void prepareNextPicture(run).finally(() => setLoading(false));
  };
  return (
    <Button ref={passFocusToAncestor} aria-disabled={isLoading} onClick={() => !isLoading && prepare()} className={className}>
      {isLoading ? <Spinner className="size-4" /> : <Repeat2 aria-hidden className="size-4" />}
      {t('pipeline.next_picture')}
    </Button>
  );
}
