import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from './button.tsx';

/** Saves the media of a dialog, under the file name of its address. */
export function DownloadLink({ href }: { href: string }) {
  const { t } = useTranslation();
  return (
    <p className="mt-4 text-center">
      <a href={href} download className={buttonClass('primary')}>
        <Download aria-hidden className="size-4" />
        {t('batch.result.download_short')}
      </a>
    </p>
  );
}
