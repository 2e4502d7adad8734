import { useTranslation } from 'react-i18next';
import { InsufficientDialog } from '#web/features/credits/insufficient-dialog.tsx';
import { dollarsFromApi } from '#web/lib/money.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { usePipeline } from '../store/core.ts';
import { dismissShortfall } from '../store/ordering.ts';
import { controlRun, setStopDialogOpen } from '../store/run-control.ts';
import { hasEnded } from './stepper.ts';

/** The dialogs of the page: missing credits, and the question before a stop. */
export function PipelineDialogs() {
  const shortfall = usePipeline((state) => state.shortfall);
  return (
    <>
      <InsufficientDialog shortfall={shortfall} onClose={dismissShortfall} />
      <StopDialog />
    </>
  );
}

const closeStopDialog = (): void => setStopDialogOpen(false);

function StopDialog() {
  const { t } = useTranslation();
  const isOpen = usePipeline(({ isStopDialogOpen, run }) => isStopDialogOpen && run !== undefined && !hasEnded(run));
  const isPaused = usePipeline(({ run }) => run?.status === 'paused');
  const images = usePipeline(({ run }) => run?.iteration ?? 0);
  const charged = usePipeline(({ run }) => run?.charged ?? 0);
  return (
    <Dialog
      open={isOpen}
      onClose={closeStopDialog}
      title={isPaused ? t('pipeline.end_title') : t('pipeline.stop_title')}
      alert
      actions={
        <>
          <Button onClick={closeStopDialog}>{isPaused ? t('pipeline.end_not') : t('pipeline.stop_not')}</Button>
          <Button kind="danger" onClick={() => void controlRun('stopRun')}>
            {isPaused ? t('pipeline.end') : t('pipeline.stop')}
          </Button>
        </>
      }
    >
      <p className="money">{t('pipeline.stop_text', { count: images, charged: dollarsFromApi(charged) })}</p>
    </Dialog>
  );
}
