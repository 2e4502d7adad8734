import { useTranslation } from 'react-i18next';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** Says before the order that a chosen setting changes nothing. */
export const IdleNote = ({ text }: { text: string | undefined }) => (
  <div role="status">{text && <p className="mt-1 text-sm text-brass">{text}</p>}</div>
);

type NumberProps = { label: string; value: string; onChange: (value: string) => void; invalid: boolean; hint?: string };

export const NumberField = ({ label, value, onChange, invalid, hint }: NumberProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Input
        {...control}
        value={value}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={invalid}
        onChange={({ target }) => onChange(target.value)}
        className="money"
      />
    )}
  </Field>
);

type SeedProps = { setting: 'backgroundSeed' | 'beautifySeed' | 'expandSeed'; value: string; onChange: (value: string) => void };

/** The same seed makes the same picture again. */
export function SeedField({ setting, value, onChange }: SeedProps) {
  const { t } = useTranslation();
  return (
    <NumberField
      label={t(`photo_edit.setting.${setting}`)}
      value={value}
      onChange={onChange}
      invalid={!/^\d{1,10}$/.test(value)}
      hint={t('photo_edit.seed_hint')}
    />
  );
}
