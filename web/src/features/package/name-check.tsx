import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/i18n/format-number.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { NameSummary } from './planned-packages.ts';

type Props = { summary: NameSummary; onAddNumber: () => void };

/** Shows whether all names are different, and offers the repair if they are not. */
export function NameCheck({ summary: { count, clashing, clash, shortened, cleaned }, onAddNumber }: Props) {
  const { t } = useTranslation();
  const notes = [
    shortened > 0 && t('package.shortened', { number: formatNumber(shortened) }),
    cleaned > 0 && t('package.cleaned', { number: formatNumber(cleaned) }),
  ].filter(Boolean);
  if (clash)
    return (
      <Alert
        tone="danger"
        title={t('package.clashes', { number: formatNumber(clashing) })}
        actions={
          <Button size="small" onClick={onAddNumber}>
            {t('package.add_number', { field: '{n}' })}
          </Button>
        }
      >
        <p className="wrap-anywhere">{t('package.clash', { one: clash[0], other: clash[1] })}</p>
      </Alert>
    );
  return (
    <Alert tone="success" title={t('package.unique', { number: formatNumber(count) })}>
      {notes.map((note) => (
        <p key={String(note)} className="text-sm">
          {note}
        </p>
      ))}
    </Alert>
  );
}
