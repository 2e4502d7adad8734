import type { ReactNode } from 'react';

type Props = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** A line with other elements instead of the subtitle, for example a name that the seller can change. */
  line?: ReactNode;
  /** Short facts in one line below the title, such as limits and formats. */
  tags?: readonly ReactNode[];
  /** Controls at the end of the line. On phones, the controls are below the title. */
  side?: ReactNode;
  /** Whether the header is lower, so that the content of the page starts higher. */
  compact?: boolean;
  className?: string;
};

/** The title of a page. */
export function PageHeader({ title, subtitle, line, tags = [], side, compact = false, className = '' }: Props) {
  return (
    <header
      className={`flex flex-wrap justify-between gap-x-8 gap-y-3 ${compact ? 'items-center pt-4 pb-3' : 'items-end pt-5 pb-4 tablet:pt-7 tablet:pb-5'} ${className}`}
    >
      <div className={`min-w-0 ${compact ? 'flex-1 basis-80' : ''}`}>
        <h1 className={`font-semibold ${compact ? 'text-2xl tablet:text-3xl' : 'text-4xl'}`}>{title}</h1>
        {line !== undefined && <div className="flex min-w-0 items-center gap-x-3 text-sm text-muted">{line}</div>}
        {/* A compact header shows the tags in the line of the subtitle. Without enough space, the line ends with an ellipsis. */}
        <div className={compact ? 'truncate text-sm text-muted max-tablet:whitespace-normal' : ''}>
          {subtitle !== undefined && (
            <p className={compact ? 'me-4 inline' : 'mt-1.5 max-w-4xl text-pretty text-muted tablet:text-lg'}>{subtitle}</p>
          )}
          {tags.length > 0 && (
            <ul className={compact ? 'inline' : 'mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted'}>
              {tags.map((tag, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the order of the tags does not change.
                <li key={index} className={compact ? 'me-4 inline-block' : 'flex items-center gap-1.5'}>
                  {tag}
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {side !== undefined && <div className="flex min-w-0 flex-wrap items-center gap-3">{side}</div>}
    </header>
  );
}
