import { useFileDrops } from '#web/features/upload/use-file-drops.ts';
import { AreasPanel } from './areas-panel.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { PicturesPanel } from './pictures-panel.tsx';

/** The inputs that a seller prepares before a run. */
export function SetupView() {
  // Without this handler, the browser would open a file that is dropped beside the fields, and the page would disappear.
  useFileDrops(undefined);
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
