/**
 * The review: a modal layer that fills the window and shows the finished results one after the other. {reviewed !== undefined && <Review
 * items={items} startKey={reviewed} onClose={close} title="…" shortcuts onKeep={keep} />}
 * - The caller renders the review while it is open, and removes it after `onClose`. The control that opened the review then has the focus
 * again.
 * - `items` may change while the review is open, for example when another video is ready. Unchanged items must be the same objects.
 * - `onKeep` stores whether the item is kept. The caller then changes `kept`. If there is no `onKeep`, the main button is Download.
 * - An item with `redo` has a Redo button if there is an `onMark`, and an editable prompt if there is an `onPrompt`. The button only marks
 * the item, so that the seller can check all items first. The caller then changes `isMarked`. `redoOrder` describes the order of all marked
 * items. The caller sets `isRedoing` while a redo runs. `settings` and `aiWrite` render the content beside the prompt.
 * - With `onKeep`, a summary follows the last item.
 * - `onStale` reports that a link did not load. The caller then requests new links, at most once every few seconds.
 * - The keys ← → Space Esc always work. With `shortcuts`, K (keep and show the next), R, D and E work while no field has the focus.
 */
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTopDialog } from '#web/ui/open-dialogs.ts';
import { ToastRegion } from '#web/ui/toast.tsx';
import { showToast } from '#web/ui/toast-store.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { ModalContext } from '#web/ui/use-modal.ts';
import { ChainActions } from './chain-actions.tsx';
import { runCommand } from './commands.ts';
import { Decisions } from './decisions.tsx';
import { FilmStrip, filmHeight } from './film-strip.tsx';
import { ItemInfo } from './item-info.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { RedoOrderButton } from './redo-order-button.tsx';
import { ReviewEnd } from './review-end.tsx';
import type { RedoOrder, ReviewItem } from './review-item.ts';
import { SidePanel } from './side-panel.tsx';
import { Stage } from './stage.tsx';
import { TopBar } from './top-bar.tsx';
import { useCurrent } from './use-current.ts';
import { useLayer } from './use-layer.ts';
import { togglePlay } from './use-playback.ts';
import { useReviewKeys } from './use-review-keys.ts';

export type ReviewProps = {
  items: readonly ReviewItem[];
  /** Key of the first item. */
  startKey: string;
  onClose: () => void;
  onKeep?: (key: string, keep: boolean) => void;
  onMark?: (key: string, isMarked: boolean) => void;
  redoOrder?: RedoOrder | undefined;
  onPrompt?: (key: string, prompt: string) => void;
  onStale?: (key: string) => void;
  settings?: (key: string) => ReactNode;
  aiWrite?: (key: string) => ReactNode;
  /** Whether single letters are commands. The user can disable them. */
  shortcuts: boolean;
  /** Accessible name of the layer. */
  title: string;
};

/** Duration of the toast with the undo button, in milliseconds. */
const markToastMs = 8_000;
/** In wide windows, the panel beside the display area. */
const sideColumns =
  'tablet:grid-cols-[minmax(0,1fr)_20rem] desktop:grid-cols-[minmax(0,1fr)_24rem] min-[84rem]:grid-cols-[minmax(0,1fr)_25rem]';

export function Review(props: ReviewProps) {
  const { items, startKey, onClose, onKeep, onMark, redoOrder, onPrompt, onStale = () => undefined, settings, aiWrite } = props;
  const { shortcuts, title } = props;
  const { t } = useTranslation();
  const hasEnd = onKeep !== undefined;
  const { index, item, previous, next, isAtEnd, show, moveBy } = useCurrent(items, startKey, hasEnd);
  const isPhone = useMediaQuery('(width < 44rem)');
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)', true);
  const [isLooping, setIsLooping] = useState(true);
  const [compares, setCompares] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { id, element, stage, focusStage, dialogProps } = useLayer(onClose, items.length === 0);
  // The display area (stage) is rendered first. All other parts are rendered in a second step.
  const isComplete = useDeferredValue(true, false);
  const panel = useRef<HTMLElement>(null);
  const canEditPrompt = item?.redo !== undefined && !item.isRedoing && onPrompt !== undefined;

  const markRedo =
    onMark &&
    (({ key, name, isMarked }: ReviewItem) => {
      moveBy(1);
      if (isMarked) return;
      onMark(key, true);
      const undo = { label: t('common.undo'), run: () => onMark(key, false) };
      showToast({ message: t('review.marked_toast', { name }), durationMs: markToastMs, action: undo, untilNextAction: true });
    });
  const play = () => togglePlay(stage.current?.querySelector('video') ?? null);
  const openPrompt = () => (isPhone ? setIsSheetOpen(true) : panel.current?.querySelector('textarea')?.focus());
  useReviewKeys({
    shortcuts,
    isTop: useTopDialog() === id,
    run: (command) => runCommand(command, { item: isAtEnd ? undefined : item, moveBy, play, onKeep, markRedo, openPrompt }),
    leaveField: focusStage,
  });
  if (!item) return null;

  const info = (
    <>
      <ItemInfo
        key={item.key}
        item={item}
        onPrompt={onPrompt && ((prompt) => onPrompt(item.key, prompt))}
        settings={settings?.(item.key)}
        aiWrite={aiWrite?.(item.key)}
        hasName={!isPhone}
        onStale={() => onStale(item.key)}
      />
      {isPhone && <ChainActions item={item} onClose={onClose} />}
    </>
  );
  const decisions = (
    <>
      <Decisions
        item={item}
        isPhone={isPhone}
        shortcuts={shortcuts}
        isSecondary={redoOrder !== undefined && redoOrder.count > 0}
        onKeep={onKeep && (() => onKeep(item.key, !item.kept))}
        onMark={onMark && markRedo && (() => (item.isMarked ? onMark(item.key, false) : markRedo(item)))}
      />
      {!isPhone && <ChainActions item={item} onClose={onClose} />}
    </>
  );
  // The button disappears when the order starts, so the display area takes the focus.
  const orderOfMarked = redoOrder && {
    ...redoOrder,
    start: () => {
      focusStage();
      redoOrder.start();
    },
  };
  const order = orderOfMarked && <RedoOrderButton order={orderOfMarked} className="mt-2.5 empty:hidden" />;
  const hasSide = !isPhone && !isAtEnd;
  return (
    <dialog
      {...dialogProps}
      className="m-0 size-full max-h-none max-w-none overflow-hidden border-0 bg-media p-0 text-on-media open:animate-rise"
    >
      <ModalContext value={element}>
        <h2 id={`${id}-title`} className="sr-only">
          {title}
        </h2>
        <div
          className={`grid h-dvh grid-cols-1 grid-rows-[minmax(0,1fr)_auto_auto] tablet:grid-rows-[minmax(0,1fr)_auto] ${hasSide ? sideColumns : ''}`}
        >
          <div
            ref={stage}
            tabIndex={-1}
            data-click-focuses-stage
            className="on-dark flex min-h-0 min-w-0 flex-col bg-media bg-[radial-gradient(60%_70%_at_50%_46%,#3a2a22,transparent)] outline-none"
          >
            <TopBar
              items={items}
              index={index}
              isAtEnd={isAtEnd}
              stage={stage}
              isLooping={isLooping}
              onLooping={setIsLooping}
              compares={compares}
              onCompares={setCompares}
              onClose={onClose}
            />
            {isAtEnd ? (
              <ReviewEnd items={items} redoOrder={orderOfMarked} onBack={() => show(0)} onClose={onClose} />
            ) : (
              <Stage
                item={item}
                previous={previous}
                next={next}
                hasEnd={hasEnd}
                moveBy={moveBy}
                isLooping={isLooping}
                compares={compares}
                isStill={isStill}
                onStale={onStale}
              />
            )}
          </div>
          {hasSide && !isComplete && <div className="row-span-2 bg-surface" />}
          {hasSide && isComplete && (
            <SidePanel
              panel={panel}
              info={info}
              decisions={decisions}
              order={order}
              isVideo={item.kind === 'video'}
              shortcuts={shortcuts}
              canEditPrompt={canEditPrompt}
            />
          )}
          {isComplete ? (
            <FilmStrip items={items} index={index} isAtEnd={isAtEnd} isPhone={isPhone} isStill={isStill} onShow={show} onStale={onStale} />
          ) : (
            <div className={filmHeight} />
          )}
          {isPhone && isComplete && !isAtEnd && (
            <PhoneBar
              item={item}
              info={info}
              decisions={decisions}
              order={order}
              canEditPrompt={canEditPrompt}
              isOpen={isSheetOpen}
              onOpen={setIsSheetOpen}
            />
          )}
        </div>
      </ModalContext>
      <ToastRegion dialog={id} look="fullWindow" />
    </dialog>
  );
}
