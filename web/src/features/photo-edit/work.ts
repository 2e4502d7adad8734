/**
 * What stands on the page, as this browser keeps it (Q63): through a sign-in, a reload or a closed tab. What a visitor prepared is
 * kept apart, and goes to the account that signs in next.
 */
import { type Photo, previewOf } from '#web/features/upload/photo.ts';
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

const workKey = (owner: string | undefined) => `photo-edit:${owner ?? 'visitor'}`;
/** Beside the drafts: among the files of the video tools, what no card of theirs names is removed. */
const filesKey = (owner: string | undefined) => `photo-edit-files:${owner ?? 'visitor'}`;

export const newWork = (): Work => ({ choices: firstChoices, orderId: crypto.randomUUID() });

/** One after the other, so that a read sees what was saved before it. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<Value>(run: () => Promise<Value>, otherwise: Value): Promise<Value> {
  const done = turn.then(run).catch((error: unknown) => {
    // A browser that refuses storage gets a page without memory.
    console.warn('what was prepared here could not be kept or read', error);
    return otherwise;
  });
  turn = done;
  return done;
}

/** What this browser keeps for the account, or for a visitor; a fresh start where it keeps nothing. */
export const loadWork = (owner: string | undefined): Promise<Work> =>
  inTurn(async () => {
    const own = await read(owner);
    const visitors = owner ? await read(undefined) : undefined;
    if (!visitors) return own ?? newWork();
    await remove(undefined);
    // The visitor's was touched last; the account's own edit stays in sight.
    if (!visitors.photo) return own ?? visitors;
    const taken = { ...visitors, ...(own && { orderId: own.orderId, jobId: own.jobId }) };
    await write(owner, taken);
    return taken;
  }, newWork());

export const saveWork = (owner: string | undefined, work: Work): Promise<void> =>
  inTurn(async () => {
    if (!owner || !hasSignedOut(owner)) await write(owner, work);
  }, undefined);

/** Removes what this browser keeps for an account that signed out, and for a visitor: the next person may be another. */
export const forgetWork = (owner: string): Promise<void> =>
  inTurn(async () => {
    for (const who of [owner, undefined]) await remove(who);
  }, undefined);

async function read(owner: string | undefined): Promise<Work | undefined> {
  const stored = await readStored<StoredWork>('drafts', workKey(owner));
  if (!stored) return undefined;
  const blobs = (await readStored<Blobs>('drafts', filesKey(owner))) ?? {};
  const { photo, guidance, choices, ...rest } = stored;
  return { ...rest, choices: { ...firstChoices, ...choices }, photo: unpacked(photo, blobs), guidance: unpacked(guidance, blobs) };
}

function unpacked(photo: StoredPhoto | undefined, blobs: Blobs): Photo | undefined {
  const found = photo && blobs[photo.id];
  return found && { ...photo, file: found.file, src: previewOf(found.file, found.small), ...(found.small && { small: found.small }) };
}

async function write(owner: string | undefined, { photo, guidance, ...rest }: Work): Promise<void> {
  const pictures = [photo, guidance].filter((one) => one !== undefined);
  const kept = (await readStored<Blobs>('drafts', filesKey(owner))) ?? {};
  // Files are heavy: they are written when another one stands there, and not at each stroke of a key.
  if (pictures.map(({ id }) => id).join() !== Object.keys(kept).join())
    await writeStored(
      'drafts',
      filesKey(owner),
      Object.fromEntries(pictures.flatMap(({ id, file, small }) => (file ? [[id, { file, small }]] : []))),
    );
  const stored: StoredWork = { ...rest, photo: photo && packed(photo), guidance: guidance && packed(guidance) };
  await writeStored('drafts', workKey(owner), stored);
}

const packed = ({ src: _, file: __, small: ___, ...about }: Photo): StoredPhoto => about;

async function remove(owner: string | undefined): Promise<void> {
  for (const key of [workKey(owner), filesKey(owner)]) await removeStored('drafts', key);
}
