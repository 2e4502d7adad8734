import { useTranslation } from 'react-i18next';
import type { RunResponse } from '#shared/pipeline/api.ts';
import { useStepText } from './step-text.ts';

/** Tells a screen reader how a run goes: each new image, and each change of what is being done. */
export function Announcer({ run }: { run: RunResponse | undefined }) {
  const { t } = useTranslation();
  const stepText = useStepText();
  const isOver = run?.status === 'completed' || run?.status === 'stopped';
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
