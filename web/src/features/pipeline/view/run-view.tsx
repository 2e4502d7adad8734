import { usePipeline } from '../store/core.ts';
import { FactsPanel } from './facts-panel.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { IterationDetails } from './iteration-details.tsx';
import { IterationReview } from './iteration-review.tsx';
import { RunStage } from './run-stage.tsx';
import { StepsPanel } from './steps-panel.tsx';

/** Classes of the columns: the steps, the display area and the facts. */
export const runColumns = 'grid gap-3 tablet:grid-cols-2 tablet:gap-4 desktop:grid-cols-[19.5rem_minmax(0,1fr)_17.5rem]';

/** Shows the steps, the pictures and the facts of a run. On phones, the pictures are first. */
export function RunView() {
  const run = usePipeline((state) => state.run);
  if (!run) return null;
  return (
    <>
      <div className={runColumns}>
        <StepsPanel run={run} />
        <RunStage run={run} />
        <FactsPanel run={run} />
        <IterationDetails run={run} />
      </div>
      <FailureAlert />
      <IterationReview run={run} />
    </>
  );
}
