/** Records the failure of a file. This is a separate module without media libraries, because the function of this step has no layers. */
import { type FileId, readFinishedFile, writeFinishedFile } from '../store/finishes.ts';

export async function giveUpFile(ref: FileId): Promise<void> {
  const file = await readFinishedFile(ref);
  if (file?.status === 'making') await writeFinishedFile({ ...file, status: 'failed' });
}
