import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Sets the document title to the current page: 'Page · Vitrine'. */
export function PageTitle({ page }: { page: string }) {
  const { t } = useTranslation();
  const title = t('app.title', { page });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
