import { useTranslation } from 'react-i18next';
import { Switch } from '#web/ui/switch.tsx';
import { choose } from '../store/photo-edit-tool.ts';
import { useEdit, useParsedChoices } from '../view/use-edit.ts';
import { IdleNote } from './fields.tsx';

const switches = ['addShadows', 'aiLighting', 'removeText', 'aiExpand'] as const;

/** The settings for light and details. */
export function RetouchFields() {
  const { t } = useTranslation();
  const choices = useEdit(({ draft }) => draft.choices);
  const { idle } = useParsedChoices();
  const notes = (['addShadows', 'aiExpand'] as const).filter((setting) => idle.includes(setting));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold low:mb-0">{t('photo_edit.group.touch')}</legend>
      <div className="grid gap-x-4 tablet:grid-cols-2">
        {switches.map((setting) => (
          <Switch
            key={setting}
            label={t(`photo_edit.setting.${setting}`)}
            hint={<span className="tablet:[@media(height<64rem)]:sr-only">{t(`photo_edit.hint.${setting}`)}</span>}
            checked={choices[setting]}
            onChange={(checked) => choose({ [setting]: checked })}
            className="items-start! py-1.5 leading-tight low:min-h-7.5! low:py-1"
          />
        ))}
      </div>
      <IdleNote text={notes.map((setting) => t(`photo_edit.idle.${setting}`)).join(' ') || undefined} />
    </fieldset>
  );
}
