import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Panel } from '#web/ui/panel.tsx';
import { isRunning } from '../store/selectors.ts';
import { useEdit } from '../view/use-edit.ts';
import { BackgroundFields } from './background-fields.tsx';
import { FileFold, FrameFold, NotesFold, SeedsFold } from './folds.tsx';
import { ModeLine } from './mode-line.tsx';
import { PresetChips } from './preset-chips.tsx';
import { RetouchFields } from './retouch-fields.tsx';

/** The settings of the two calls (docs/spec.md 9.2). The presets come first, because a preset also chooses the call and thus the price. */
export function SettingsPanel() {
  const { t } = useTranslation();
  const isEditing = useEdit(({ draft }) => draft.choices.apiMode === 'image-editing');
  return (
    // In wide windows, the panel is as high as the stage. If the settings need more space, the panel scrolls.
    <Panel
      padding="small"
      aria-label={t('photo_edit.settings')}
      className="flex flex-col gap-3 lg:h-0 lg:min-h-full lg:gap-2.5 lg:overflow-y-auto lg:[scrollbar-width:thin] laptop:gap-2"
    >
      <RunningNote />
      <PresetChips />
      <ModeLine />
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
        className="pointer-events-none sticky -bottom-4 mt-auto -mb-4 hidden h-8 shrink-0 bg-linear-to-t from-surface to-transparent lg:block"
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
