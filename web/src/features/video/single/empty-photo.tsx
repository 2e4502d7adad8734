import { singleItemId } from '#web/features/batch/cards/tool.ts';
import { isLocked } from '#web/features/batch/store/core.ts';
import type { Collected } from '#web/features/upload/collect-files.ts';
import { DropZone } from '#web/features/upload/drop-zone.tsx';
import { singleVideo } from '../single-tool.ts';
import { useSingle } from './use-single.ts';

const setFirstFile = ({ files: [file] }: Collected): void => {
  if (file) void singleVideo.setFile(singleItemId, file);
};

/** The area in which the seller adds the photo. If there are several files, only the first file is used (docs/spec.md 4.2). */
export function EmptyPhoto() {
  const disabled = useSingle(isLocked);
  return (
    <div className="grid min-h-60 flex-1 lg:min-h-52">
      <DropZone singleFile onFiles={setFirstFile} disabled={disabled} checking={undefined} />
    </div>
  );
}
