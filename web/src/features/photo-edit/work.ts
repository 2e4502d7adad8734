/**
 * What stands on the page, as this browser keeps it (Q63): through a sign-in, a reload or a closed tab. What a visitor prepared is
 * kept apart, and goes to the account that signs in next.
 */
import { type Photo, previewOf } from '#web/features/upload/photo.ts';
import { isStored, keeping, newsOf, readDraft, removeDraft, startFrom, withOthers, writeDraft } from '#web/lib/drafts.ts';
import { readStored, removeStored, writeStored } from '#web/lib/idb.ts';
import { hasSignedOut } from '#web/lib/session/sign-outs.ts';
import { type Choices, firstChoices } from './choices.ts';

export type Work = {
  choices: Choices;
  photo?: Photo | undefined;
  /** What the background is to look like. */
  guidance?: Photo | undefined;
  /** The id that the next order bears, however often it is sent. */
  orderId: string;
  /** The edit that is shown: while its answer has not come, the id of the order itself. */
  jobId?: string | undefined;
};

type Blobs = Record<string, { file: Blob; small?: Blob | undefined }>;
type StoredPhoto = Omit<Photo, 'src' | 'file' | 'small'>;
type StoredWork = Omit<Work, 'photo' | 'guidance'> & { photo?: StoredPhoto | undefined; guidance?: StoredPhoto | undefined };

export const workKey = (owner: string | undefined) => `photo-edit:${owner ?? 'visitor'}`;
/** Beside the drafts: among the files of the video tools, what no card of theirs names is removed. */
const filesKey = (owner: string | undefined) => `photo-edit-files:${owner ?? 'visitor'}`;

export const newWork = (): Work => ({ choices: firstChoices, orderId: crypto.randomUUID() });

/** What this browser keeps for the account, or for a visitor; a fresh start where it keeps nothing. */
export const loadWork = (owner: string | undefined): Promise<Work> =>
  keeping(async () => {
    const own = await read(owner);
    const visitors = owner ? await read(undefined) : undefined;
    if (!visitors) return own ?? startWork(owner, newWork());
    await remove(undefined);
    // The visitor's was touched last; the account's own edit stays in sight.
    if (!visitors.photo) return own ?? startWork(owner, visitors);
    const taken = { ...visitors, ...(own && { orderId: own.orderId, jobId: own.jobId }) };
    await write(owner, taken);
    return taken;
  }, newWork());

function startWork(owner: string | undefined, work: Work): Work {
  startFrom(workKey(owner), pack(work));
  return work;
}

export const saveWork = (owner: string | undefined, work: Work): Promise<void> =>
  keeping(async () => {
    if (owner && hasSignedOut(owner)) return;
    if (!isStored(workKey(owner), pack(work))) await write(owner, work);
  }, undefined);

/** Removes what this browser keeps for an account that signed out, and for a visitor: the next person may be another. */
export const forgetWork = (owner: string): Promise<void> =>
  keeping(async () => {
    for (const who of [owner, undefined]) await remove(who);
  }, undefined);

/** What another tab changed, as a change of what stands here. Undefined where there is nothing new, or a picture of it is not to be had. */
export async function newsOfWork(owner: string | undefined): Promise<((work: Work) => Work) | undefined> {
  const news = await keeping(
    () =>
      newsOf(workKey(owner), async ({ photo, guidance }: StoredWork) => {
        const blobs = (await readStored<Blobs>('drafts', filesKey(owner))) ?? {};
        return [photo, guidance].every((one) => !one || blobs[one.id]) ? blobs : undefined;
      }),
    undefined,
  );
  if (!news) return undefined;
  const { merge, theirs } = news;
  return (work) => {
    const { photo, guidance, ...rest } = merge(pack(work));
    const shown = [work.photo, work.guidance];
    const found = (one: StoredPhoto | undefined) => one && (shown.find((here) => here?.id === one.id) ?? unpacked(one, theirs));
    return { ...rest, photo: found(photo), guidance: found(guidance) };
  };
}

async function read(owner: string | undefined): Promise<Work | undefined> {
  const stored = await readDraft<StoredWork>(workKey(owner));
  if (!stored) return undefined;
  const blobs = (await readStored<Blobs>('drafts', filesKey(owner))) ?? {};
  const { photo, guidance, choices, ...rest } = stored;
  return { ...rest, choices: { ...firstChoices, ...choices }, photo: unpacked(photo, blobs), guidance: unpacked(guidance, blobs) };
}

function unpacked(photo: StoredPhoto | undefined, blobs: Blobs): Photo | undefined {
  const found = photo && blobs[photo.id];
  return found && { ...photo, file: found.file, src: previewOf(found.file, found.small), ...(found.small && { small: found.small }) };
}

async function write(owner: string | undefined, work: Work): Promise<void> {
  const shown = pack(work);
  const stored = await withOthers(workKey(owner), shown);
  const here = new Map([work.photo, work.guidance].flatMap((one) => (one?.file ? [[one.id, { file: one.file, small: one.small }]] : [])));
  const kept = (await readStored<Blobs>('drafts', filesKey(owner))) ?? {};
  const ids = [stored.photo, stored.guidance].flatMap((one) => (one ? [one.id] : []));
  // Files are heavy: they are written when another one stands there, and not at each stroke of a key.
  if (ids.join() !== Object.keys(kept).join()) {
    const files = ids.flatMap((id) => {
      const file = here.get(id) ?? kept[id];
      return file ? [[id, file]] : [];
    });
    await writeStored('drafts', filesKey(owner), Object.fromEntries(files));
  }
  await writeDraft(workKey(owner), stored, shown);
}

const pack = ({ photo, guidance, ...rest }: Work): StoredWork => ({
  ...rest,
  photo: photo && packed(photo),
  guidance: guidance && packed(guidance),
});

const packed = ({ src: _, file: __, small: ___, ...about }: Photo): StoredPhoto => about;

async function remove(owner: string | undefined): Promise<void> {
  await removeDraft(workKey(owner));
  await removeStored('drafts', filesKey(owner));
}
