import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { BatchKind } from '#shared/batch/batch.ts';
import { useIsPrerendered } from '#web/lib/is-prerendered.ts';
import { BenchCard } from './bench-card.tsx';
import { useBench, useBenchState } from './bench-context.tsx';
import { BenchRow, RowsHead } from './bench-row.tsx';
import { FoldedCard } from './folded-card.tsx';
import { PrerenderedCards } from './prerendered-cards.tsx';
import { idsShownBy } from './shown-cards.ts';
import { useColumns } from './use-columns.ts';
import { useIsEmptyPage } from './use-is-empty-page.ts';
import { viewStore } from './view-store.ts';

/**
 * Heights in CSS pixels, including the gap. The height of a card stays the same when a run starts and ends. The height of a folded card is
 * only an estimate, because folded cards are measured later.
 */
const cardHeights: Record<BatchKind, number> = { video: 264, image: 256 };
/** Cards are shorter while the page has no photos. */
const emptyCardHeight = 168;
const rowHeight = 64;
const foldedHeight = 132;

/** The cards that the filter shows. Only the cards near the visible part of the page are in the document. */
export function CardList() {
  const { t } = useTranslation();
  const { kind, needsPrompt } = useBench();
  const filter = useStore(viewStore, (state) => state.filter);
  const keptIds = useStore(viewStore, (state) => state.keptIds);
  const view = useStore(viewStore, (state) => state.view);
  const columns = useColumns();
  const isPrerendered = useIsPrerendered();
  const ids = useBenchState(useShallow((state) => idsShownBy(filter, state, needsPrompt, keptIds)));
  const restored = useBenchState((state) => state.restored);
  const isEmptyPage = useIsEmptyPage();
  const lineHeight = isEmptyPage ? emptyCardHeight : cardHeights[kind];
  const isPhone = columns === 1;
  const isRows = view === 'rows' && !isPhone;
  const cardsPerLine = isRows ? 1 : columns;
  const lines = Array.from({ length: Math.ceil(ids.length / cardsPerLine) }, (_, line) =>
    ids.slice(line * cardsPerLine, (line + 1) * cardsPerLine),
  );

  return (
    <section aria-label={t(`${kind}.cards_title`)} aria-busy={!restored}>
      <h2 className="sr-only">{t(`${kind}.cards_title`)}</h2>
      {isPrerendered ? (
        <PrerenderedCards ids={ids} />
      ) : (
        <div className={isRows ? 'rounded-lg border border-line bg-surface shadow-card' : ''}>
          {isRows && <RowsHead ids={ids} />}
          <Lines
            // In another layout, the cards have other heights, so the measured heights are no longer valid.
            key={`${cardsPerLine} ${isRows}`}
            lines={lines}
            height={isRows ? rowHeight : isPhone ? foldedHeight : lineHeight}
            isMeasured={isPhone}
            isComplete={restored}
          >
            {(line) =>
              isRows ? (
                line.map((id) => <BenchRow key={id} cardId={id} />)
              ) : (
                <div
                  className="grid gap-4 pb-4 max-tablet:gap-2 max-tablet:pb-2"
                  style={{ gridTemplateColumns: `repeat(${cardsPerLine}, minmax(0, 1fr))`, ...(!isPhone && { height: lineHeight }) }}
                >
                  {line.map((id) => (isPhone ? <FoldedCard key={id} cardId={id} /> : <BenchCard key={id} cardId={id} />))}
                </div>
              )
            }
          </Lines>
        </div>
      )}
    </section>
  );
}

type LinesProps = {
  lines: readonly string[][];
  height: number;
  isMeasured: boolean;
  /** Whether the stored cards are loaded. */
  isComplete: boolean;
  children: (line: readonly string[]) => ReactNode;
};

/**
 * The list also renders this height (in CSS pixels) above and below the visible part of the page. So the user sees no gaps while scrolling.
 */
const overscanHeight = 250;

function Lines({ lines, height, isMeasured, isComplete, children }: LinesProps) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // If the height of an element above the list changes, the list moves.
  useLayoutEffect(() => {
    const measure = () => setTop(list.current ? list.current.getBoundingClientRect().top + window.scrollY : 0);
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    measure();
    return () => watcher.disconnect();
  }, []);
  // The cards outside the window are rendered in a second step, so that the page opens without a long task.
  const isOpen = useDeferredValue(isComplete, false);
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: () => height,
    overscan: isOpen ? Math.ceil(overscanHeight / height) : 0,
    scrollMargin: top,
    getItemKey: (index) => lines[index]?.join() ?? index,
  });
  // The height changes with the first photo. The lines stay mounted, so that a field keeps the focus.
  const measuredHeight = useRef(height);
  useLayoutEffect(() => {
    if (measuredHeight.current === height) return;
    measuredHeight.current = height;
    virtualizer.measure();
  }, [virtualizer, height]);
  useScrollToCard(lines, (index) => virtualizer.scrollToIndex(index, { align: 'center' }));
  return (
    <ul ref={list} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => (
        <li
          key={key}
          data-index={index}
          ref={isMeasured ? virtualizer.measureElement : undefined}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
        >
          {children(lines[index] ?? [])}
        </li>
      ))}
    </ul>
  );
}

/** Scrolls to the current card of the keyboard, or to a card that another part of the page has chosen. */
function useScrollToCard(lines: readonly string[][], scrollTo: (index: number) => void): void {
  const currentId = useStore(viewStore, (state) => state.currentId);
  const scrolledToId = useRef<string>(undefined);
  useEffect(() => {
    if (currentId === undefined || currentId === scrolledToId.current) return;
    scrolledToId.current = currentId;
    const index = lines.findIndex((line) => line.includes(currentId));
    if (index >= 0) scrollTo(index);
  });
}
