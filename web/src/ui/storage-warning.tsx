import { HardDrive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStorageRefused } from '#web/lib/drafts/storage-refusal.ts';

/** Warns the seller if the browser cannot store drafts. Without storage, the drafts are lost when the page is closed. */
export function StorageWarning() {
  const { t } = useTranslation();
  const isRefused = useStorageRefused();
  if (!isRefused) return null;
  return (
    <p role="alert" className="mb-6 flex items-start gap-2.5 rounded-md bg-brass-soft px-4 py-3 text-base text-brass">
      <HardDrive aria-hidden className="mt-0.5 size-5 shrink-0" />
      {t('app.not_kept')}
    </p>
  );
}
