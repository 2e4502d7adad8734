import { useTranslation } from 'react-i18next';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';

/** A note that a chosen setting has no effect. The seller sees it before the order. */
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

/** A field for a seed. Two edits with the same seed and settings make the same picture. */
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
