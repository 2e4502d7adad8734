import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';

type Props = {
  title: string;
  /** The chosen values. They are visible while the group is closed. */
  summary?: string;
  /** Whether a field in the group has an error. In this case, the group stays open. */
  hasFault?: boolean;
  /** Whether the group uses the whole width even while it is closed. */
  isWide?: boolean;
  children: ReactNode;
};

/** A collapsible group of settings that few sellers change. While the group is open, it uses the whole width. */
export function Fold({ title, summary, hasFault = false, isWide = false, children }: Props) {
  const [chosenOpen, setChosenOpen] = useState(false);
  const isOpen = chosenOpen || hasFault;
  return (
    <details
      open={isOpen}
      // The browser also sends this event if this component itself changes `open`.
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setChosenOpen(open)}
      className={`group min-w-0 rounded-md border border-line open:col-span-2 ${isWide ? 'col-span-2' : ''}`}
    >
      <summary className="flex min-h-10 cursor-pointer list-none touch:min-h-11 items-center gap-2 rounded-md ps-3 pe-2.5 transition-colors hover:bg-sand [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm/tight font-semibold">{title}</span>
          {!isOpen && summary && <span className="money block truncate text-xs/tight text-muted">{summary}</span>}
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-3 px-3 pt-1.5 pb-3">{children}</div>
    </details>
  );
}
