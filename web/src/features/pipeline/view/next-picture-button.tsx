import { Repeat2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { Button } from '#web/ui/button.tsx';
import { passFocusToAncestor } from '#web/ui/pass-focus.ts';
import { usePipeline } from '../store/core.ts';
import { startNew } from '../store/runs.ts';

/** Starts a new setup with the same example. This is only possible if the setup of the run is stored in this browser. */
export function NextPictureButton({ run: { runId }, className }: { run: RunResponse; className: string }) {
  const { t } = useTranslation();
  const hasSetup = usePipeline(({ setup }) => setup.orderedRunId === runId);
  if (!hasSetup) return null;
  return (
    <Button ref={passFocusToAncestor} onClick={() => startNew(true)} className={className}>
      <Repeat2 aria-hidden className="size-4" />
      {t('pipeline.next_picture')}
    </Button>
  );
}
