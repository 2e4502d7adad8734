import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Photo } from '#web/features/upload/photo.ts';
import type { UploadQueue } from '#web/features/upload/upload-queue.ts';
import { codeOf } from '#web/lib/api.ts';
import { useSession } from '#web/lib/session/session-provider.tsx';
import { toastDurationMs, useToast } from '#web/ui/toast.tsx';
import { type Tally, writeMany } from './write-many.ts';
import { writePrompt } from './write-prompt.ts';

/** So many prompts are written at the same time. */
const writtenAtOnce = 3;
/** Long enough to find the button that brings a prompt back, and to read why there is none. */
const longToastMs = 8_000;

/** What a prompt is written for. */
export type Writable = {
  id: string;
  prompt: string;
  aspectRatio: string;
  durationSeconds: 8;
  generateAudio: boolean;
  photo?: Photo;
};

type Needs = {
  uploads: UploadQueue;
  /** The cards as they are now. */
  cards: readonly Writable[];
  setPrompt: (cardId: string, prompt: string) => void;
  /** Keeps what is on the page, and leads to sign-in. */
  signIn: () => void;
  /** While the cards may not change; what is being written then is broken off. */
  locked: boolean;
  /** A batch card's success has a title of its own (O5). */
  kind: 'single' | 'batch';
};

/** Codes whose own text says more than 'try again'. */
const tellingCodes = ['AiWriteImageTooLarge', 'DailyLimit', 'TooManyRequests'] as const;

/** AI Write (SPEC 1; checklist O): for one card, or for many with progress, a stop, and a way back from each overwritten prompt. */
export function useAiWrite({ uploads, cards, setPrompt, signIn, locked, kind }: Needs) {
  const { t, i18n } = useTranslation();
  const toast = useToast();
  const session = useSession();
  const [writing, setWriting] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<Tally>();
  const abort = useRef(new AbortController());
  const leaving = useRef<number>(undefined);
  useEffect(
    () => () => {
      window.clearTimeout(leaving.current);
      leaving.current = undefined;
    },
    [],
  );
  const latest = useRef(cards);
  useEffect(() => {
    latest.current = cards;
  });

  const stop = useCallback(() => {
    abort.current.abort();
    abort.current = new AbortController();
  }, []);
  // What is on order stays as it was ordered; and nobody is left to read what comes when the page is gone.
  useEffect(() => {
    if (locked) stop();
    return stop;
  }, [locked, stop]);

  const mark = (cardId: string, isWriting: boolean) =>
    setWriting((before) => {
      const next = new Set(before);
      if (isWriting) next.add(cardId);
      else next.delete(cardId);
      return next;
    });

  /** Writes one prompt into its card, and answers how to take it back; nothing where the card has another photo by now. */
  const write = async (card: Writable & { photo: Photo }, signal: AbortSignal): Promise<(() => void) | undefined> => {
    mark(card.id, true);
    try {
      const { photo, aspectRatio, generateAudio, durationSeconds: duration } = card;
      const imageUrl = await uploads.ensure(photo);
      signal.throwIfAborted();
      const wish = { imageUrl, aspectRatio, duration, generateAudio, videoStyle: 'showcase', language: i18n.language } as const;
      const prompt = await writePrompt(wish, signal);
      const now = latest.current.find(({ id }) => id === card.id);
      if (now?.photo?.id !== photo.id) return undefined;
      setPrompt(card.id, prompt);
      if (now.prompt.trim() === '' || now.prompt === prompt) return undefined;
      return () => {
        // Keep text that the seller typed after the AI wrote the prompt.
        if (latest.current.find(({ id }) => id === card.id)?.prompt === prompt) setPrompt(card.id, now.prompt);
      };
    } catch (error) {
      // The upload is gone from storage, after weeks perhaps: the next press sends it anew.
      if (codeOf(error) === 'UploadNotFound') uploads.keepOnly(new Set());
      throw error;
    } finally {
      mark(card.id, false);
    }
  };

  const success = () => t(kind === 'batch' ? 'ai_write.success_card' : 'ai_write.success');
  const withUndo = (undo: (() => void) | undefined) => undo && { durationMs: longToastMs, action: { label: t('common.undo'), run: undo } };
  const tellFailure = (error: unknown, detail = '') => {
    const code = codeOf(error);
    // The page asks to sign in again by itself.
    if (code === 'Unauthorized') return;
    const known = tellingCodes.find((one) => one === code);
    const message = known ? t(`errors.${known}`) : t('errors.AiWriteFailed');
    toast({ title: t('ai_write.failed_title'), message: `${detail} ${message}`.trim(), type: 'destructive', durationMs: longToastMs });
  };

  /** Whether prompts can be written at all: signed in, and with a photo. Says what is missing, and starts sign-in. */
  const mayWrite = (hasPhoto: boolean): boolean => {
    if (session.status !== 'user') {
      toast({ title: t('ai_write.sign_in_title'), message: t('ai_write.sign_in'), type: 'destructive', durationMs: longToastMs });
      // The message is readable before the sign-in page replaces this one.
      leaving.current ??= window.setTimeout(signIn, toastDurationMs);
      return false;
    }
    if (!hasPhoto)
      toast({ title: t('ai_write.no_photo_title'), message: t('ai_write.no_photo'), type: 'destructive', durationMs: longToastMs });
    // A photo that waits for the network would keep the button waiting, too.
    else if (!navigator.onLine) tellFailure(undefined);
    return hasPhoto && navigator.onLine;
  };

  const writeOne = async (card: Writable) => {
    if (locked || writing.has(card.id) || !mayWrite(card.photo !== undefined) || !card.photo) return;
    const { signal } = abort.current;
    try {
      const undo = await write({ ...card, photo: card.photo }, signal);
      toast({ title: success(), message: t('ai_write.success_text'), ...withUndo(undo) });
    } catch (error) {
      if (!signal.aborted) tellFailure(error);
    }
  };

  const writeAll = async (wanted: readonly Writable[]) => {
    if (locked || progress) return;
    const withPhotos = wanted.flatMap((card) => (card.photo && !writing.has(card.id) ? { ...card, photo: card.photo } : []));
    if (!mayWrite(withPhotos.length > 0)) return;
    const { signal } = abort.current;
    const undos: (() => void)[] = [];
    setProgress({ done: 0, failed: 0, total: withPhotos.length });
    const { done, total, endedBy } = await writeMany(withPhotos, {
      atOnce: writtenAtOnce,
      signal,
      work: async (card) => {
        const undo = await write(card, signal);
        if (undo) undos.push(undo);
      },
      endsAll: (error) => ['DailyLimit', 'Unauthorized'].includes(codeOf(error)),
      onProgress: setProgress,
    });
    setProgress(undefined);
    const undoAll = undos.length > 0 ? () => undos.forEach((undo) => void undo()) : undefined;
    const count = t('ai_write.written', { done, count: total });
    if (done === total) toast({ title: success(), message: count, ...withUndo(undoAll) });
    else if (signal.aborted) toast({ message: `${t('ai_write.stopped')} ${count}`, ...withUndo(undoAll) });
    else tellFailure(endedBy, count);
  };

  return { writeOne, writeAll, writing, progress, stop };
}
