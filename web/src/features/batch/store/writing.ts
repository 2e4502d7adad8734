/** AI Write for one card, or for many cards with progress and a stop button. Overwritten prompts can be restored. */
import i18next from 'i18next';
import type { GeneratePromptInput } from '#shared/ai-write/api.ts';
import type { BatchItem } from '#shared/batch/api.ts';
import { writeMany } from '#web/features/ai-write/write-many.ts';
import { writePrompt } from '#web/features/ai-write/write-prompt.ts';
import { codeOf } from '#web/lib/api.ts';
import { t } from '#web/lib/i18n/t.ts';
import { readSessionState } from '#web/lib/session/session.ts';
import { showToast, toastDurationMs } from '#web/ui/toast-store.ts';
import { type AnyState, type CardIn, isLocked, type ToolCore, watch } from './core.ts';

/** Maximum number of prompts that are written at the same time. */
const concurrentWritesMax = 3;
const longToastMs = 8_000;
/** Error codes whose texts explain more than 'try again'. */
const specificCodes = ['AiWriteImageTooLarge', 'DailyLimit', 'TooManyRequests'] as const;

type Options<Card> = {
  /** Saves the page and opens the sign-in. */
  signIn: () => void;
  /** Returns the settings of a card that the prompt depends on. */
  settingsOf: (card: Card) => Pick<GeneratePromptInput, 'kind' | 'aspectRatio' | 'duration' | 'generateAudio'>;
};

export function createAiWriteActions<State extends AnyState, Item extends BatchItem, Extra>(
  { definition, store, uploads, change }: ToolCore<State, Item, Extra>,
  { signIn, settingsOf }: Options<CardIn<State>>,
) {
  type Card = CardIn<State>;
  let abortController = new AbortController();
  let signInTimer: ReturnType<typeof setTimeout> | undefined;

  const stopWriting = () => {
    abortController.abort();
    abortController = new AbortController();
  };

  const findCard = (cardId: string) => store.getState().draft.cards.find(({ id }) => id === cardId);
  const markWriting = (cardId: string, isWriting: boolean) => {
    const writing = new Set(store.getState().writing);
    if (isWriting) writing.add(cardId);
    else writing.delete(cardId);
    store.setState({ writing });
  };
  const setPrompt = (cardId: string, prompt: string) =>
    change({ type: 'cardEdited', cardId, settings: { prompt } as Partial<State['defaults']> });

  /**
   * Writes one prompt.
   * @returns a function that restores the overwritten prompt. Undefined if no prompt was overwritten.
   */
  async function write(card: Card, signal: AbortSignal): Promise<(() => void) | undefined> {
    const { photo } = card;
    if (!photo) return undefined;
    markWriting(card.id, true);
    try {
      const imageUrl = await uploads.ensure(photo);
      signal.throwIfAborted();
      const { language } = i18next;
      const prompt = await writePrompt({ imageUrl, ...settingsOf(card), videoStyle: 'showcase', language }, signal);
      const currentCard = findCard(card.id);
      if (currentCard?.photo?.id !== photo.id) return undefined;
      setPrompt(card.id, prompt);
      if (currentCard.prompt.trim() === '' || currentCard.prompt === prompt) return undefined;
      // The undo keeps text that the seller typed after AI Write wrote the prompt.
      return () => findCard(card.id)?.prompt === prompt && setPrompt(card.id, currentCard.prompt);
    } catch (error) {
      // The uploaded file was deleted because of its age, so the next call uploads the photo again.
      if (codeOf(error) === 'UploadNotFound') uploads.restart();
      throw error;
    } finally {
      markWriting(card.id, false);
    }
  }

  const isForImages = definition.tool === 'batch-image';
  const successTitle = () =>
    t(isForImages ? 'ai_write.success_image' : definition.tool === 'single-video' ? 'ai_write.success' : 'ai_write.success_card');
  const successText = () => t(isForImages ? 'ai_write.success_image_text' : 'ai_write.success_text');
  const undoOptions = (undo: (() => void) | undefined) =>
    undo && { durationMs: longToastMs, action: { label: t('common.undo'), run: undo }, untilNextAction: true };
  const showFailure = (title: string, message: string) =>
    showToast({ title, message: message.trim(), type: 'destructive', durationMs: longToastMs });
  const showWriteFailure = (error: unknown, detail = '') => {
    const code = codeOf(error);
    // The page already asks the seller to sign in again.
    if (code === 'Unauthorized') return;
    const specificCode = specificCodes.find((one) => one === code);
    showFailure(t('ai_write.failed_title'), `${detail} ${specificCode ? t(`errors.${specificCode}`) : t('errors.AiWriteFailed')}`);
  };

  /** Returns whether prompts can be written now. If an input is missing, shows this. If the user is a visitor, starts the sign-in. */
  function mayWrite(hasPhoto: boolean): boolean {
    if (readSessionState().status !== 'user') {
      showFailure(t('ai_write.sign_in_title'), t('ai_write.sign_in'));
      // The delay lets the visitor read the message before the sign-in page replaces this page.
      signInTimer ??= setTimeout(() => {
        signInTimer = undefined;
        signIn();
      }, toastDurationMs);
      return false;
    }
    if (!hasPhoto) showFailure(t('ai_write.no_photo_title'), t('ai_write.no_photo'));
    // Without a network, the upload would wait, and the button would stay disabled for a long time.
    else if (!navigator.onLine) showWriteFailure(undefined);
    return hasPhoto && navigator.onLine;
  }

  return {
    async writeOne(cardId: string): Promise<void> {
      const card = findCard(cardId);
      const state = store.getState();
      if (!card || isLocked(state) || state.writing.has(cardId) || !mayWrite(card.photo !== undefined)) return;
      const { signal } = abortController;
      try {
        const undo = await write(card, signal);
        showToast({ title: successTitle(), message: successText(), ...undoOptions(undo) });
      } catch (error) {
        if (!signal.aborted) showWriteFailure(error);
      }
    },

    async writeAll(cardIds: ReadonlySet<string>): Promise<void> {
      const state = store.getState();
      if (isLocked(state) || state.writeProgress) return;
      const cards = state.draft.cards.filter((card) => cardIds.has(card.id) && card.photo && !state.writing.has(card.id));
      if (!mayWrite(cards.length > 0)) return;
      const { signal } = abortController;
      const undos: (() => void)[] = [];
      store.setState({ writeProgress: { done: 0, failed: 0, total: cards.length } });
      const { done, total, endedBy } = await writeMany(cards, {
        concurrency: concurrentWritesMax,
        signal,
        work: async (card) => {
          const undo = await write(card, signal);
          if (undo) undos.push(undo);
        },
        isFatal: (error) => ['DailyLimit', 'Unauthorized'].includes(codeOf(error)),
        onProgress: (writeProgress) => store.setState({ writeProgress }),
      });
      store.setState({ writeProgress: undefined });
      const undoAll = undos.length > 0 ? () => undos.forEach((undo) => void undo()) : undefined;
      const countText = t('ai_write.written', { done, count: total });
      if (done === total) showToast({ title: successTitle(), message: countText, ...undoOptions(undoAll) });
      else if (signal.aborted) showToast({ message: `${t('ai_write.stopped')} ${countText}`, ...undoOptions(undoAll) });
      else showWriteFailure(endedBy, countText);
    },

    stopWriting,
    /** The prompts of an order must not change after it was sent. */
    start(): () => void {
      const stopWatching = watch(store, isLocked, (locked) => locked && stopWriting());
      return () => {
        stopWatching();
        stopWriting();
        clearTimeout(signInTimer);
      };
    },
  };
}
