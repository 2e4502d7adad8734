/** The stages that can be deployed. For a new stage, add a file and a row. */
import { type Settings, type StageFile, toSettings } from '../settings.ts';
import { prod } from './prod.ts';

const stages: Record<string, StageFile> = { prod };

/**
 * Returns the settings of a stage.
 * @throws Error that names each wrong value and says how to correct it
 */
export function settingsOfStage(stage: string): Settings {
  const file = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!file)
    throw new Error(
      `There is no stage '${stage}', only ${Object.keys(stages).join(', ')}. Copy infra/stages/prod.ts and add the new file to infra/stages/stages.ts.`,
    );
  return toSettings(stage, file);
}
