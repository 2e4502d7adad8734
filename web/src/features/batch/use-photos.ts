import { type Dispatch, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RejectedFile } from '#web/features/upload/check-file.ts';
import type { Collected } from '#web/features/upload/collect-files.ts';
import { decodersMax } from '#web/features/upload/decoders.ts';
import { type Photo, photoFrom } from '#web/features/upload/photo.ts';
import { type Rejection, uploadLimits } from '#web/features/upload/rejected-dialog.tsx';
import { singleFileProblem } from '#web/features/upload/single-file-problem.ts';
import { type BasicCard, type PhotoChange, roomForPhotos } from './cards.ts';
import { newId } from './new-id.ts';

/** Takes files for the cards: checks each, and tells which were not taken and why. */
export function usePhotos(cards: readonly BasicCard[], change: Dispatch<PhotoChange>) {
  const { t } = useTranslation();
  const [rejection, setRejection] = useState<Rejection>();
  const [checking, setChecking] = useState<{ done: number; total: number }>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const latest = useRef(cards);
  /** Photos that were added and are not drawn yet: they take room all the same. */
  const arriving = useRef(new Set<string>());
  useEffect(() => {
    latest.current = cards;
    for (const { photo } of cards) if (photo) arriving.current.delete(photo.id);
    // Nothing arrives where there is no room, even if another tab has filled the cards.
    if (roomForPhotos({ cards }) === 0) arriving.current.clear();
  });

  const take = useCallback(
    async ({ files, truncated }: Collected) => {
      const refused: RejectedFile[] = [];
      const isFull = () => roomForPhotos({ cards: latest.current }, arriving.current) <= 0;
      // In the order of the files, and each as soon as all before it are judged: a hundred new cards at once would hold the page up.
      const settle = (file: File, judged: Photo | { reason: RejectedFile['reason'] }) => {
        if ('reason' in judged) refused.push({ name: file.name, reason: judged.reason });
        else if (isFull()) refused.push({ name: file.name, reason: 'batch_full' });
        else {
          arriving.current.add(judged.id);
          startTransition(() => change({ type: 'photosAdded', photos: [judged], newIds: [newId()] }));
        }
      };
      setChecking({ done: 0, total: files.length });
      await inOrder(
        files,
        decodersMax,
        async (file) => (isFull() ? { reason: 'batch_full' as const } : photoFrom(file)),
        (file, judged, done) => {
          settle(file, judged);
          startTransition(() => setChecking({ done, total: files.length }));
        },
      );
      setChecking(undefined);
      if (refused.length > 0 || truncated) setRejection({ files: refused, truncated });
    },
    [change],
  );

  /** One drop after the other, or two would take the same room. */
  const taking = useRef<Promise<void>>(Promise.resolve());
  const addFiles = useCallback(
    (collected: Collected) => {
      if (collected.files.length === 0 && !collected.truncated) return;
      taking.current = taking.current.then(() => take(collected));
    },
    [take],
  );

  /** The file that each card got last: an earlier one that is checked later does not replace it. */
  const newest = useRef(new Map<string, File>());
  const setFile = useCallback(
    async (cardId: string, file: File) => {
      newest.current.set(cardId, file);
      setProblems(({ [cardId]: _, ...others }) => others);
      const photo = await photoFrom(file);
      if (newest.current.get(cardId) !== file) return;
      const refused = 'reason' in photo;
      if (!refused) change({ type: 'photoSet', cardId, photo });
      setProblems(({ [cardId]: _, ...others }) => {
        if (!refused) return others;
        return { ...others, [cardId]: t(singleFileProblem(photo.reason, file.type), uploadLimits) };
      });
    },
    [change, t],
  );

  return { addFiles, setFile, checking, problems, rejection, dismissRejection: useCallback(() => setRejection(undefined), []) };
}

/** Works on some things at a time and hands each result on in their order. */
async function inOrder<Thing, Result>(
  things: readonly Thing[],
  atOnce: number,
  work: (thing: Thing) => Promise<Result>,
  done: (thing: Thing, result: Result, count: number) => void,
): Promise<void> {
  const begun: Promise<Result>[] = [];
  const begin = () => {
    const thing = things[begun.length];
    if (thing !== undefined) begun.push(work(thing));
  };
  for (let count = 0; count < atOnce; count++) begin();
  for (const [index, thing] of things.entries()) {
    const result = await (begun[index] as Promise<Result>);
    begin();
    done(thing, result, index + 1);
  }
}
