import { useTranslation } from 'react-i18next';
import type { SellerMarketplaces } from '#shared/auth/api.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';

export type FinishOptions = Omit<SellerMarketplaces, 'placements'>;

type Props = {
  /** Without a kind, the options of both kinds are shown. */
  kind?: 'video' | 'image';
  value: FinishOptions;
  onChange: (value: FinishOptions) => void;
};

/** The options for the length of a video, and whether an image keeps its shadow. */
export function FinishOptionFields({ kind, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      {kind !== 'image' && (
        <RadioCards
          label={t('finish.option.lengthen')}
          value={value.lengthen}
          options={[
            { value: 'cards', label: t('finish.option.cards'), content: <CardColour value={value} onChange={onChange} /> },
            { value: 'backwards', label: t('finish.option.backwards') },
          ]}
          onChange={(lengthen) => onChange({ ...value, lengthen })}
        />
      )}
      {kind !== 'video' && (
        <Checkbox
          label={t('finish.option.shadow')}
          checked={value.shadow === 'keep'}
          onChange={(isKept) => onChange({ ...value, shadow: isKept ? 'keep' : 'drop' })}
        />
      )}
    </div>
  );
}

function CardColour({ value, onChange }: { value: FinishOptions; onChange: (value: FinishOptions) => void }) {
  const { t } = useTranslation();
  return (
    <Field label={t('finish.option.card_colour')}>
      {(control) => (
        <span className="flex items-center gap-3">
          <input
            {...control}
            type="color"
            value={value.cardColour.toLowerCase()}
            onChange={(event) => onChange({ ...value, cardColour: event.target.value.toUpperCase() })}
            className="h-11 w-16 cursor-pointer rounded-md border border-line-strong bg-surface p-1 hover:border-ink"
          />
          <span className="money text-muted">{value.cardColour}</span>
        </span>
      )}
    </Field>
  );
}
