import { useTranslation } from 'react-i18next';
import { usePipeline } from '../store/core.ts';
import { useStepText } from './step-text.ts';
import { hasEnded } from './stepper.ts';

/** Announces each new image and each new step of the run to screen readers. */
export function Announcer() {
  const run = usePipeline((state) => state.run);
  const { t } = useTranslation();
  const stepText = useStepText();
  const isOver = run !== undefined && hasEnded(run);
  const images =
    run &&
    (isOver
      ? t('pipeline.images', { count: run.iteration })
      : t('pipeline.iteration_of', { iteration: run.iteration, max: run.iterationsMax }));
  const text = run && `${stepText(run)} ${images}`;
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
