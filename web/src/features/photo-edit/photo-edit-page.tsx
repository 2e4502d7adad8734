import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/auth/get-profile.ts';
import { useReopened } from '#web/features/batch/use-reopened.ts';
import { useLoadReadiness } from '#web/features/readiness/readiness-store.ts';
import { useHeldFiles } from '#web/features/upload/use-held-files.ts';
import { usePassedImages } from '#web/features/upload/use-passed-images.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { PageWidth } from '#web/ui/page-width.tsx';
import { StorageWarning } from '#web/ui/storage-warning.tsx';
import { SettingsPanel } from './settings/settings-panel.tsx';
import { sendPaidEdits, startPhotoEdit } from './store/photo-edit-tool.ts';
import { addPhotos, openEditsAgain } from './store/photos.ts';
import { isLocked } from './store/selectors.ts';
import { EditAlerts } from './view/edit-alerts.tsx';
import { EditBar } from './view/edit-bar.tsx';
import { EditDialogs } from './view/edit-dialogs.tsx';
import { EditHeader } from './view/edit-header.tsx';
import { EditReview } from './view/edit-review.tsx';
import { PhotoPane } from './view/photo-pane.tsx';
import { useEdit } from './view/use-edit.ts';

/** Removes backgrounds and edits several photos in one order (docs/spec.md 9). */
export function PhotoEditPage() {
  const { t } = useTranslation();
  const mayOrder = !useEdit(isLocked);
  const isBalanceKnown = useProfile() !== undefined;
  const restored = useEdit((state) => state.restored);
  usePassedImages(restored, addPhotos);
  useReopened(restored, openEditsAgain);
  useHeldFiles(restored);
  useEffect(startPhotoEdit, []);
  useLoadReadiness();
  useEffect(() => {
    if (mayOrder && isBalanceKnown) sendPaidEdits();
  }, [mayOrder, isBalanceKnown]);
  return (
    <>
      <PageTitle page={t('photo_edit.title')} />
      <PageWidth>
        <StorageWarning />
        <EditHeader />
        <EditAlerts />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] desktop:grid-cols-[minmax(0,1fr)_26rem]">
          <PhotoPane />
          <SettingsPanel />
        </div>
      </PageWidth>
      <EditBar />
      <EditDialogs />
      <EditReview />
    </>
  );
}
