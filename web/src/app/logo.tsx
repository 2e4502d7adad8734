import { useTranslation } from 'react-i18next';

/** The logo mark: a shop window with two shelves and a play symbol between them. */
export const Mark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
    <rect width="32" height="32" rx="7" className="fill-accent" />
    <path d="M8.5 9.5h15M8.5 22.5h15" strokeWidth="2" strokeLinecap="round" className="stroke-brass-bright" />
    <path d="m13.5 12.2 6.2 3.8-6.2 3.8z" className="fill-on-accent" />
  </svg>
);

/** The mark with the name. On narrow windows, the name is hidden unless `full` is set. */
export function Logo({ full = false }: { full?: boolean }) {
  const { t } = useTranslation();
  return (
    <span className="flex items-center gap-2.5">
      <Mark className="size-8" />
      <span className={`font-display text-2xl tracking-tight ${full ? '' : 'max-xs:sr-only'}`}>{t('app.name')}</span>
    </span>
  );
}
