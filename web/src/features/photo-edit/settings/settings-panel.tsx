import { Scissors, WandSparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { apiModes, photoEditPrices } from '#shared/photo-edit/settings.ts';
import { dollars } from '#web/lib/money.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { choose } from '../store/photo-edit-tool.ts';
import { useEdit } from '../view/use-edit.ts';
import { BackgroundFields } from './background-fields.tsx';
import { FileFold, FrameFold, NotesFold, SeedsFold } from './folds.tsx';
import { PresetChips } from './preset-chips.tsx';
import { TouchFields } from './touch-fields.tsx';

/** The settings of the two calls (docs/spec.md 9.2). The presets are first, and then the single settings of the chosen call. */
export function SettingsPanel() {
  const { t } = useTranslation();
  const isEditing = useEdit(({ draft }) => draft.choices.apiMode === 'image-editing');
  return (
    <Panel padding="none" aria-label={t('photo_edit.settings')} className="grid grid-cols-1 gap-3.5 p-3.5 tablet:p-4">
      <ModeField />
      <PresetChips />
      <BackgroundFields />
      {isEditing && <TouchFields />}
      <div className="grid grid-cols-2 gap-2">
        {isEditing && <FrameFold />}
        <FileFold />
        {isEditing && <SeedsFold />}
        <NotesFold />
      </div>
    </Panel>
  );
}

const icons = { 'remove-background': Scissors, 'image-editing': WandSparkles };

function ModeField() {
  const { t } = useTranslation();
  const apiMode = useEdit(({ draft }) => draft.choices.apiMode);
  return (
    <RadioCards
      label={t('photo_edit.mode_label')}
      hideLabel
      value={apiMode}
      options={apiModes.map((value) => {
        const Icon = icons[value];
        return {
          value,
          label: t(`photo_edit.mode.${value}`),
          hint: <span className="money text-brass">{t('photo_edit.each', { price: dollars(photoEditPrices[value]) })}</span>,
          icon: <Icon aria-hidden />,
        };
      })}
      onChange={(value) => choose({ apiMode: value })}
      className="grid-cols-[1.2fr_1fr] gap-1.5! [&_label]:gap-x-2! [&_label]:px-2.5! [&_label]:py-2!"
    />
  );
}
