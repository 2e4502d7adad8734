import { useTranslation } from 'react-i18next';
import { paths } from '#web/app/paths.ts';
import { NavLink } from '#web/lib/router.tsx';

/**
 * Links to the page for one video and the page for a batch. These links are not in the header, because the header has only three links
 * (docs/spec.md 2.2).
 */
export function ToolSwitch() {
  const { t } = useTranslation();
  const tools = [
    { to: paths.singleVideo, label: t('video.switch_single') },
    { to: paths.batchVideo, label: t('video.switch_batch') },
  ];
  return (
    <nav aria-label={t('video.switch')} className="inline-flex shrink-0 rounded-full border border-line bg-surface p-1">
      {tools.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className="inline-flex min-h-9 items-center rounded-full px-4 touch:min-h-11 text-base text-muted transition-colors hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-text"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
