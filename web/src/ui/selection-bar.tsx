import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { useRootMark } from './use-root-mark.ts';

type Props = {
  /** Accessible name. */
  label: string;
  /** For example '5 selected'. Screen readers announce each change. */
  count: ReactNode;
  /** A line below the count. */
  hint?: ReactNode;
  /** Buttons of kind `bench`, menus and separators. */
  children?: ReactNode;
  /** The main action, a button of kind `brass`. */
  primary?: ReactNode;
  /** Whether the bar also covers the action bar in wide windows. The action bar must then be inactive. */
  coversActionBar?: boolean;
  /** Ends the selection. */
  onClose: () => void;
};

const layouts = {
  floating:
    'tablet:inset-x-0 tablet:bottom-[calc(var(--bar-height,0px)+1rem)] tablet:mx-auto tablet:w-fit tablet:max-w-[calc(100%-2rem)] tablet:gap-0.5 tablet:rounded-xl tablet:p-1.5',
  covering:
    'tablet:inset-x-0 tablet:bottom-0 tablet:min-h-[var(--bar-height,var(--spacing-bar))] tablet:gap-1 tablet:px-[max(1.5rem,calc((100vw-var(--container-page))/2+1.5rem))]',
};

/** A bar with actions for the selected items, above the action bar. On phones, this bar covers the action bar. */
export function SelectionBar({ label, count, hint, children, primary, coversActionBar = false, onClose }: Props) {
  const { t } = useTranslation();
  useRootMark('selection-bar', !coversActionBar);
  return (
    <section
      aria-label={label}
      data-bar="selection"
      className={`on-dark fixed z-25 flex animate-rise items-center bg-bench text-on-bench shadow-float max-tablet:inset-x-0 max-tablet:bottom-0 max-tablet:min-h-[var(--bar-height,var(--spacing-bar))] max-tablet:gap-1 max-tablet:ps-1 max-tablet:pe-3 max-tablet:pb-[env(safe-area-inset-bottom)] ${layouts[coversActionBar ? 'covering' : 'floating']}`}
    >
      <p role="status" className="px-1 leading-tight font-semibold whitespace-nowrap max-tablet:order-1 max-tablet:flex-1 tablet:px-3">
        {count}
        {hint !== undefined && <span className="block text-xs font-normal text-on-bench-muted">{hint}</span>}
      </p>
      <div className="flex min-w-0 items-center gap-0.5 max-tablet:order-2 max-tablet:scrollbar-none max-tablet:overflow-x-auto tablet:flex-wrap">
        {children}
      </div>
      {primary !== undefined && (
        <div className={`shrink-0 max-tablet:order-3 ${coversActionBar ? 'tablet:ms-auto' : 'tablet:ms-1.5'}`}>{primary}</div>
      )}
      <IconButton
        label={t('ui.end_selection')}
        onClick={onClose}
        className="size-11 text-on-bench-muted hover:bg-bench-hover! hover:text-on-bench!"
      >
        <X aria-hidden className="size-4.5" />
      </IconButton>
    </section>
  );
}

/** A thin line that separates groups of buttons. */
export const SelectionBarSeparator = () => <span aria-hidden className="mx-1 h-7 w-px shrink-0 bg-bench-line max-tablet:hidden" />;
