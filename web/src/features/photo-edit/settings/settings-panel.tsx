import { Info, Scissors, WandSparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { apiModes, photoEditPrices } from '#shared/photo-edit/prices.ts';
import { dollars } from '#web/lib/money.ts';
import { Panel } from '#web/ui/panel.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { chooseMode } from '../store/photo-edit-tool.ts';
import { isRunning } from '../store/selectors.ts';
import { useEdit } from '../view/use-edit.ts';
import { BackgroundFields } from './background-fields.tsx';
import { FileFold, FrameFold, NotesFold, SeedsFold } from './folds.tsx';
import { PresetChips } from './preset-chips.tsx';
import { RetouchFields } from './retouch-fields.tsx';

/** The settings of the two calls (docs/spec.md 9.2). The presets come first, because a preset also chooses the call and thus the price. */
export function SettingsPanel() {
  const { t } = useTranslation();
  const isEditing = useEdit(({ draft }) => draft.choices.apiMode === 'image-editing');
  return (
    // In wide windows, the panel is as high as the stage. If the settings need more space, the panel scrolls.
    <Panel
      padding="none"
      aria-label={t('photo_edit.settings')}
      className="flex flex-col gap-3 p-3 lg:h-0 lg:min-h-full lg:gap-2.5 lg:overflow-y-auto lg:[scrollbar-width:thin] laptop:gap-2"
    >
      <RunningNote />
      <PresetChips />
      <ModeField />
      <BackgroundFields />
      {isEditing && <RetouchFields />}
      <div className="grid grid-cols-2 gap-2 laptop:gap-1.5">
        {isEditing && <FrameFold />}
        <FileFold />
        {isEditing && <SeedsFold />}
        <NotesFold />
      </div>
      {/* A fade at the foot shows that the panel scrolls. */}
      <span
        aria-hidden
        className="pointer-events-none sticky -bottom-3 mt-auto -mb-3 hidden h-8 shrink-0 bg-linear-to-t from-surface to-transparent lg:block"
      />
    </Panel>
  );
}

/** During a run, a change of the settings has no effect on the photos of the run. In wide windows, the bar shows this note. */
function RunningNote() {
  const { t } = useTranslation();
  const running = useEdit(isRunning);
  if (!running) return null;
  return (
    <p className="flex items-center gap-2.5 desktop:hidden rounded-md bg-brass-soft px-3 py-2 text-sm leading-snug text-pretty">
      <Info aria-hidden className="size-4 shrink-0 text-brass" />
      {t('photo_edit.settings_running')}
    </p>
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
      onChange={chooseMode}
      className="grid-cols-2 gap-1.5! max-xs:text-sm max-xs:[&_label]:gap-x-0! [&_label]:h-full [&_label]:grid-cols-[auto_minmax(0,1fr)]! [&_label]:content-center [&_label]:gap-x-2! [&_label]:gap-y-0! [&_label]:px-2! [&_label]:py-1.5! laptop:[&_label]:py-0.5! [&_svg]:size-4! [&_svg]:max-xs:hidden"
    />
  );
}
