import { usePreventStrayDrops } from '#web/features/upload/drop-zone.tsx';
import { AreasPanel } from './areas-panel.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { PicturesPanel } from './pictures-panel.tsx';

/** The inputs that a seller prepares before a run. */
export function SetupView() {
  usePreventStrayDrops();
  return (
    <>
      <div className="grid gap-3 tablet:gap-4">
        <PicturesPanel />
        <AreasPanel />
      </div>
      <FailureAlert />
    </>
  );
}
