import type { ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';

/** What is chosen once for all cards of a page. */
export function CommonSettings({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface p-5 shadow-card">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{hint}</p>
      {children}
    </section>
  );
}

/** Copies one choice to every card. */
export function ApplyToAll({ label, disabled, onApply }: { label: string; disabled: boolean; onApply: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      size="small"
      className="max-xs:min-w-0 max-xs:whitespace-normal"
      disabled={disabled}
      aria-label={t('batch.apply_label', { setting: label })}
      onClick={onApply}
    >
      {t('batch.apply_to_all')}
    </Button>
  );
}
