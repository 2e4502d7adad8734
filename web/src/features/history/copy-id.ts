import { useTranslation } from 'react-i18next';
import { useToast } from '#web/ui/toast.tsx';

/** Returns a function that copies the id of a batch. If the browser does not allow it, a message shows the id. */
export function useCopyId(id: string): () => void {
  const { t } = useTranslation();
  const toast = useToast();
  return () =>
    void navigator.clipboard.writeText(id).then(
      () => toast({ message: t('history.copied') }),
      () => toast({ message: t('history.copy_failed', { id }), durationMs: 8_000 }),
    );
}
