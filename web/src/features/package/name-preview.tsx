import { Film, FolderArchive, Image } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { shopNames } from '#web/features/marketplaces/placements.ts';
import { formatNumber } from '#web/lib/i18n/format-number.ts';
import { type PlannedPackage, shownNamesOf } from './planned-packages.ts';

type Props = { kind: 'video' | 'image'; packages: readonly PlannedPackage[]; className?: string };

/** The first names of each package, and the other files of the ZIP file. */
export function NamePreview({ kind, packages, className = '' }: Props) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('package.preview')} className={`min-w-0 rounded-lg bg-sand p-4 ${className}`}>
      <h3 className="font-sans text-base font-semibold tracking-normal">{t('package.preview')}</h3>
      {packages.length === 0 ? (
        <p className="mt-2 text-sm text-muted">{t('package.choose')}</p>
      ) : (
        <ul className="mt-3 divide-y divide-line rounded-md border border-line bg-surface px-3">
          {packages.map((one, index) => (
            <PreviewedPackage key={one.marketplace} kind={kind} planned={one} isOpen={index === 0 || one.names.clashes.length > 0} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PreviewedPackage({ kind, planned, isOpen }: { kind: Props['kind']; planned: PlannedPackage; isOpen: boolean }) {
  const { t } = useTranslation();
  const names = shownNamesOf(planned);
  const others = ['manifest.csv', 'results.csv', ...(planned.marketplace === 'shopify' && kind === 'image' ? ['shopify-import.csv'] : []), 'README.txt'];
  const hidden = planned.files.length - names.length;
  const Icon = kind === 'video' ? Film : Image;
  return (
    <li className="py-2.5 text-sm">
      <p className="flex items-center gap-2">
        <FolderArchive aria-hidden className="size-4 shrink-0 text-brass" />
        <span className="min-w-0 flex-1 font-semibold">{shopNames[planned.marketplace]}</span>
        <span className="money text-muted">{t('package.file_count', { number: formatNumber(planned.files.length) })}</span>
      </p>
      {isOpen && (
        <>
          <ul dir="ltr" className="mt-2 grid gap-1.5 ps-6">
            {names.map(({ stem, isClash, index }) => (
              <li key={index} className={`flex items-start gap-2 ${isClash ? 'font-semibold text-danger' : ''}`}>
                <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0 text-muted" />
                {/* The format of an image depends on its placement. */}
                <span className="min-w-0 wrap-anywhere">{kind === 'video' ? `${stem}.mp4` : stem}</span>
              </li>
            ))}
          </ul>
          <p className="mt-1.5 ps-6 text-muted">
            {hidden > 0 && `${t('package.more', { number: formatNumber(hidden) })} · `}
            {others.join(', ')}
          </p>
        </>
      )}
    </li>
  );
}
