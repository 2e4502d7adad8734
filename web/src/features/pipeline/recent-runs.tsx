import { ImageIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListRunsResponse } from '#shared/pipeline/api.ts';
import { dateAndTime } from '#web/lib/time.ts';

type Props = { runs: ListRunsResponse['items']; link: (runId: string) => string; onOpen: () => void };

/** Earlier runs, whichever device began them. */
export function RecentRuns({ runs, link, onOpen }: Props) {
  const { t, i18n } = useTranslation();
  if (runs.length === 0) return null;
  return (
    <section aria-label={t('pipeline.recent')} className="mt-10">
      <h2 className="text-lg font-semibold">{t('pipeline.recent')}</h2>
      <ul className="mt-3 grid grid-cols-1 gap-3 xs:grid-cols-2 md:grid-cols-3 xl:grid-cols-4">
        {runs.map(({ runId, status, createdAt, iteration, thumbnailUrl }) => (
          <li key={runId}>
            <Link
              to={link(runId)}
              onClick={onOpen}
              className="flex items-center gap-3 rounded-md border border-line bg-surface p-2.5 transition-colors hover:border-accent-text"
            >
              <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-sm bg-sand">
                {thumbnailUrl ? (
                  <img src={thumbnailUrl} alt="" className="size-full object-cover" />
                ) : (
                  <ImageIcon aria-hidden className="size-5 text-muted" />
                )}
              </span>
              <span className="min-w-0 text-sm">
                <span className="block font-semibold">{t(`pipeline.run_status.${status}`)}</span>
                <span className="money block text-xs text-muted">{t('pipeline.images', { count: iteration })}</span>
                <span className="block text-xs text-muted">{dateAndTime(createdAt, i18n.language)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
