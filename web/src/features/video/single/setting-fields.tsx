import { isLocked } from '#web/features/batch/store/core.ts';
import { RatioField } from '#web/features/ratio/ratio-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { useSettingFields } from '../settings-fields.tsx';
import { cardOfSingle } from '../single.ts';
import { editCard } from '../single-actions.ts';
import { useSingle } from './use-single.ts';

/** The settings of a video (docs/spec.md 6.1). */
export function SettingFields() {
  const card = useSingle(({ draft }) => cardOfSingle(draft));
  const disabled = useSingle(isLocked);
  const fields = useSettingFields(card, card.model);
  return (
    <div
      className={`grid content-start gap-x-2.5 gap-y-2 low:gap-y-1 ${card.photo ? 'grid-cols-3' : 'grid-cols-2 @md:grid-cols-[5fr_4fr_4.25fr_4fr]'}`}
    >
      {/* If a photo is chosen, the ratios are cards beside the photo. */}
      {!card.photo && (
        <RatioField value={card.aspectRatio} onChange={(aspectRatio) => editCard({ aspectRatio })} model={card.model} disabled={disabled} />
      )}
      {fields.map(({ field, label, value, options, toSettings }) => (
        <Select
          key={field}
          label={label}
          value={value}
          options={options}
          disabled={disabled}
          onChange={(next) => editCard(toSettings(next))}
        />
      ))}
    </div>
  );
}
