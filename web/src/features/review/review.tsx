/**
 * The review: a modal layer as large as the window that shows finished results one after the other.
 *
 *   {reviewed !== undefined && <Review items={items} startKey={reviewed} onClose={close} title="…" shortcuts onKeep={keep} />}
 *
 * - The caller mounts it to open it. On `onClose`, the caller removes it, and the focus returns to the control that had it before.
 * - `items` may change while it is open, for example when another video is ready. Keep the objects of unchanged items.
 * - `onKeep` stores the mark; the caller then changes `kept`. Without it, the main button is Download.
 * - An item with `redo` has a Redo button if there is an `onRedo`, and an editable prompt if there is an `onPrompt`. The caller sets
 *   `isRedoing` when the redo is ordered, which also marks the thumbnail. `settings` and `aiWrite` render slots beside the prompt.
 * - `onStale` tells that an address did not load. The caller requests new ones, at most once in some seconds.
 * - Keys: ← → Space Esc always; K (keep and go to the next), R, D and E with `shortcuts`, while no field has the focus.
 */
import { type ReactNode, useDeferredValue, useRef, useState } from 'react';
import { useTopDialog } from '#web/ui/open-dialogs.ts';
import { ToastRegion } from '#web/ui/toast.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { ModalContext } from '#web/ui/use-modal.ts';
import { ChainActions } from './chain-actions.tsx';
import { runCommand } from './commands.ts';
import { Decisions } from './decisions.tsx';
import { FilmStrip, filmHeight } from './film-strip.tsx';
import { ItemInfo } from './item-info.tsx';
import { PhoneBar } from './phone-bar.tsx';
import type { ReviewItem } from './review-item.ts';
import { SidePanel } from './side-panel.tsx';
import { Stage } from './stage.tsx';
import { TopBar } from './top-bar.tsx';
import { useCurrent } from './use-current.ts';
import { useLayer } from './use-layer.ts';
import { togglePlay } from './use-playback.ts';
import { useReviewKeys } from './use-review-keys.ts';

export type ReviewProps = {
  items: readonly ReviewItem[];
  /** Key of the item that is shown first. */
  startKey: string;
  onClose: () => void;
  onKeep?: (key: string, keep: boolean) => void;
  onRedo?: (key: string) => void;
  onPrompt?: (key: string, prompt: string) => void;
  onStale?: (key: string) => void;
  settings?: (key: string) => ReactNode;
  aiWrite?: (key: string) => ReactNode;
  /** Whether single letters are keys; the user can switch them off. */
  shortcuts: boolean;
  /** Accessible name of the layer. */
  title: string;
};

export function Review(props: ReviewProps) {
  const { items, startKey, onClose, onKeep, onRedo, onPrompt, onStale = () => undefined, settings, aiWrite, shortcuts, title } = props;
  const { index, item, previous, next, show } = useCurrent(items, startKey);
  const isPhone = useMediaQuery('(width < 44rem)');
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)', true);
  const [isLooping, setIsLooping] = useState(true);
  const [compares, setCompares] = useState(false);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const { id, element, stage, focusStage, dialogProps } = useLayer(onClose, items.length === 0);
  // The stage is drawn first, and everything around it in a second step.
  const isWhole = useDeferredValue(true, false);
  const panel = useRef<HTMLElement>(null);
  const canEditPrompt = item?.redo !== undefined && onPrompt !== undefined;

  const turn = (by: -1 | 1) => show(index + by);
  const play = () => togglePlay(stage.current?.querySelector('video') ?? null);
  const openPrompt = () => (isPhone ? setIsSheetOpen(true) : panel.current?.querySelector('textarea')?.focus());
  useReviewKeys({
    shortcuts,
    isTop: useTopDialog() === id,
    run: (command) => runCommand(command, { item, turn, play, onKeep, onRedo, openPrompt }),
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
        onKeep={onKeep && (() => onKeep(item.key, !item.kept))}
        onRedo={onRedo && (() => onRedo(item.key))}
      />
      {!isPhone && <ChainActions item={item} onClose={onClose} />}
    </>
  );
  return (
    <dialog
      {...dialogProps}
      data-full-window
      className="m-0 size-full max-h-none max-w-none overflow-hidden border-0 bg-media p-0 text-on-media open:animate-rise"
    >
      <ModalContext value={element}>
        <h2 id={`${id}-title`} className="sr-only">
          {title}
        </h2>
        <div className="grid h-dvh grid-cols-1 grid-rows-[minmax(0,1fr)_auto_auto] tablet:grid-cols-[minmax(0,1fr)_20rem] tablet:grid-rows-[minmax(0,1fr)_auto] desktop:grid-cols-[minmax(0,1fr)_24rem] min-[84rem]:grid-cols-[minmax(0,1fr)_25rem]">
          <div
            ref={stage}
            tabIndex={-1}
            data-press
            className="on-dark flex min-h-0 min-w-0 flex-col bg-media bg-[radial-gradient(60%_70%_at_50%_46%,#3a2a22,transparent)] outline-none"
          >
            <TopBar
              items={items}
              index={index}
              stage={stage}
              isLooping={isLooping}
              onLooping={setIsLooping}
              compares={compares}
              onCompares={setCompares}
              onClose={onClose}
            />
            <Stage
              item={item}
              previous={previous}
              next={next}
              turn={turn}
              isLooping={isLooping}
              compares={compares}
              isStill={isStill}
              onStale={onStale}
            />
          </div>
          {!isPhone && !isWhole && <div className="row-span-2 bg-surface" />}
          {!isPhone && isWhole && (
            <SidePanel
              panel={panel}
              info={info}
              decisions={decisions}
              isVideo={item.kind === 'video'}
              shortcuts={shortcuts}
              canEditPrompt={canEditPrompt}
            />
          )}
          {isWhole ? (
            <FilmStrip items={items} index={index} isPhone={isPhone} isStill={isStill} onShow={show} onStale={onStale} />
          ) : (
            <div className={filmHeight} />
          )}
          {isPhone && isWhole && (
            <PhoneBar
              item={item}
              info={info}
              decisions={decisions}
              canEditPrompt={canEditPrompt}
              isOpen={isSheetOpen}
              onOpen={setIsSheetOpen}
            />
          )}
        </div>
      </ModalContext>
      <ToastRegion dialog={id} />
    </dialog>
  );
}
