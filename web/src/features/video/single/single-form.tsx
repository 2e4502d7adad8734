import { useTranslation } from 'react-i18next';
import { ExpectedReadiness } from '#web/features/readiness/expected-readiness.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { expectedVideo } from '../cards.ts';
import { cardOfSingle } from '../single.ts';
import { ChosenPhoto } from './chosen-photo.tsx';
import { EmptyPhoto } from './empty-photo.tsx';
import { PhotoProblem } from './photo-problem.tsx';
import { PromptField } from './prompt-field.tsx';
import { SettingFields } from './setting-fields.tsx';
import { useSingle } from './use-single.ts';

/** The form of the next order: the photo in the shape of the ordered video, the prompt and four settings (docs/spec.md 6.1). */
export function SingleForm() {
  const { t } = useTranslation();
  const restored = useSingle((state) => state.restored);
  const photo = useSingle(({ draft }) => cardOfSingle(draft).photo);
  return (
    <Panel aria-label={t('single.left')} aria-busy={!restored} padding="small" className="@container flex flex-col gap-4 low:gap-3">
      {/* When the photo is removed, its buttons disappear, so this element receives the focus. */}
      <div tabIndex={-1} className={`flex flex-col gap-2 outline-none ${photo ? '' : 'flex-[3]'}`}>
        {photo ? (
          <ChosenPhoto />
        ) : (
          <>
            <EmptyPhoto />
            <PhotoProblem />
          </>
        )}
      </div>
      <PromptField />
      <SettingFields />
      <ExpectedReadiness probe={expectedVideo} canFinish />
    </Panel>
  );
}
