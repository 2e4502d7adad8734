/** Packs one part of a package. The function streams the files from S3 to S3, so that it needs little memory. */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { openObject } from '../store/object-writer.ts';
import { streamObject } from '../store/objects.ts';
import { type Package, type PackageId, type PackagePlan, packagePartKey, readPackage, readPlan, writePackage } from '../store/packages.ts';
import { type ZipWriter, zipTo } from '../store/zip-object.ts';

/**
 * The progress is written after each group of this number of files. More writes take time, and the page reads the progress only every two
 * seconds.
 */
const filesPerProgress = 10;
/** Number of requests that are sent before their files are packed, so that the latency of S3 costs no time. */
const filesAhead = 4;

/**
 * The function can run twice: each run writes the whole part, and the part of the run that ends last remains. A part is always the same,
 * because each file is compared with its hash.
 * @throws AppError DownloadNotFound; an error if a file has changed since the plan.
 */
export async function makePart({ userId, packageId }: PackageId, part: number): Promise<void> {
  const ref = { userId, packageId };
  const [record, plan] = await Promise.all([readPackage(ref), readPlan(ref)]);
  const files = plan?.parts[part - 1];
  if (!record || !plan || !files) throw new AppError('DownloadNotFound');
  const earlierFiles = plan.parts.slice(0, part - 1).reduce((sum, one) => sum + one.length, 0);
  const saveProgress = (done: number, changes: Partial<Package> = {}) => writePackage({ ...record, ...changes, done: earlierFiles + done });
  const zip = zipTo(await openObject(packagePartKey(ref, part), 'application/zip'));
  const sizeBytes = await packPart(zip, { texts: plan.texts, files, madeAt: record.startedAt }, async (done) => {
    if (done % filesPerProgress === 0) await saveProgress(done);
  });
  const parts = record.parts.map((one, index) => (index === part - 1 ? { ...one, sizeBytes } : one));
  await saveProgress(files.length, { parts });
}

type PartContent = { texts: PackagePlan['texts']; files: PackagePlan['parts'][number]; madeAt: string };

/** Writes the tables, the README and the files to a ZIP file. @returns the size of the ZIP file */
export async function packPart(
  zip: ZipWriter,
  { texts, files, madeAt: textsMadeAt }: PartContent,
  onFile: (done: number) => Promise<void> = async () => {},
): Promise<number> {
  for (const { name, text } of texts) await zip.add(name, textsMadeAt, [Buffer.from(text)]);
  const opened = files.slice(0, filesAhead).map(open);
  try {
    for (const [index, file] of files.entries()) {
      const current = opened.shift() ?? open(file);
      const next = files[index + filesAhead];
      if (next) opened.push(open(next));
      await zip.add(file.path, file.madeAt, checkedStream(file, current));
      await onFile(index + 1);
    }
  } finally {
    // After an error, the files that are not packed must not keep their connections.
    for (const stream of opened) void stream.then((openStream) => openStream.cancel()).catch(() => {});
  }
  return zip.finish();
}

type OpenFile = ReturnType<typeof streamObject>;

/** An error of the request is thrown when the file is packed. Until then, Node must not report an unhandled rejection. */
function open({ key }: { key: string }): OpenFile {
  const stream = streamObject(key);
  stream.catch(() => {});
  return stream;
}

/** The tables of the package contain the hash of each file, so a file that was made again must not be packed with the old hash. */
async function* checkedStream({ key, sha256 }: { key: string; sha256: string }, stream: OpenFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const hash = createHash('sha256');
  for await (const chunk of await stream) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${key} has changed since the package was planned`);
}
