/**
 * Finds the focus areas of a run that was started without areas (docs/spec.md 10.2). The analysis is free and makes at most two requests.
 */
import { AppError } from '#shared/errors.ts';
import { analysisAttemptsMax } from '#shared/pipeline/api.ts';
import { suggestedAreas } from '#shared/pipeline/focus-areas.ts';
import { startRun as newState } from '#shared/pipeline/run.ts';
import { repeatAfterOutage } from '../platform/outage.ts';
import { changeRun } from '../store/pipeline-runs.ts';
import type { JudgeVendor } from '../vendors/judge-port.ts';
import { withinRunLimit } from './judge-limit.ts';
import { analysisOrder } from './judge-orders.ts';
import { type RunRef, runningRun } from './run.ts';

/** Maximum length of the insights. They become a part of the first prompt. */
const insightCharactersMax = 400;

/** @throws AppError AnalysisFailed if the maximum number of requests is reached; Cancelled; DailyLimit; any error of the vendor. */
export async function analyzeExample(ref: RunRef, vendor: JudgeVendor, now: Date): Promise<void> {
  const run = await runningRun(ref);
  if (run.state || !run.pictures) return;
  const judgeOrder = await analysisOrder(run.pictures, { productType: run.productType, userRequirements: '', language: run.language });
  if (
    !(await changeRun(run, {
      increment: ['attempts'],
      ifEquals: { revision: run.revision },
      ifLessThan: { attempts: analysisAttemptsMax },
    }))
  )
    throw new AppError('AnalysisFailed', { details: { attempts: analysisAttemptsMax } });
  const { categoryAnalysis, visualAnalysis } = await withinRunLimit(run.userId, now, () => vendor.analyze(judgeOrder));
  const areas = suggestedAreas(categoryAnalysis);
  // Without this repetition, an outage would cause a second paid request.
  await repeatAfterOutage(() =>
    changeRun(run, {
      set: {
        state: newState(areas),
        aiSuggested: areas,
        insights: [...visualAnalysis].slice(0, insightCharactersMax).join(''),
        revision: run.revision + 1,
        attempts: 0,
      },
      ifEquals: { revision: run.revision },
    }),
  );
}
