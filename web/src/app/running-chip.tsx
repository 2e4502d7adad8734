import { ChevronRight } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { RunningList } from '#web/features/batch/running/running-list.tsx';
import { onlyPathOf, progressOfWork } from '#web/features/batch/running/running-work.ts';
import { useRunningWork } from '#web/features/batch/running/use-running-work.ts';
import { Link } from '#web/lib/router.tsx';
import { WithQueries } from '#web/lib/with-queries.tsx';
import { OpenLayer } from '#web/ui/open-layers.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const chipClass =
  'inline-flex h-9 shrink-0 items-center gap-2 rounded-full bg-accent-soft ps-3 pe-2 font-semibold whitespace-nowrap text-accent-text border border-transparent transition-colors hover:border-accent-text data-[state=open]:border-accent-text max-sm:me-1 touch:h-11';

/**
 * Shows how many items of the running work have ended. The bar of a page shows the same count. A click opens the page of the items. If the
 * items are on several pages, the click opens a list of the pages.
 */
export const RunningChip = () => (
  <WithQueries>
    <Chip />
  </WithQueries>
);

function Chip() {
  const { t } = useTranslation();
  const work = useRunningWork();
  const progress = progressOfWork(work);
  const onlyPath = onlyPathOf(work);
  if (progress.done === progress.total) return null;
  const content = (
    <>
      <Spinner className="size-4" />
      <span className="money">
        {/* In narrow windows, the header has no space for words. */}
        <span aria-hidden className="min-[80rem]:hidden">
          {progress.done}/{progress.total}
        </span>
        <span className="max-[80rem]:sr-only">{t('nav.running_of', progress)}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 max-xs:hidden" />
    </>
  );
  if (onlyPath !== undefined)
    return (
      <Link to={onlyPath} className={chipClass}>
        {content}
      </Link>
    );
  return (
    // The menu is not modal. A modal menu locks scrolling with a style element, and the content security policy blocks style elements.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={chipClass}>{content}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-40 w-96 max-w-[calc(100vw-1.5rem)] animate-rise rounded-lg border border-line bg-surface p-1.5 shadow-float"
        >
          <OpenLayer />
          <DropdownMenu.Label className="px-3 pt-2 pb-1 font-display text-xl font-semibold">{t('nav.running_title')}</DropdownMenu.Label>
          <RunningList work={work} isMenu />
          <p className="mx-1.5 mt-1 border-t border-line px-1.5 py-2.5 text-sm text-muted">{t('nav.running_note')}</p>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
