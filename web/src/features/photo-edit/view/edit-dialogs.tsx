import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { editsPerBatchMax } from '#shared/photo-edit/batch.ts';
import { InsufficientDialog } from '#web/features/credits/insufficient-dialog.tsx';
import { RejectedDialog } from '#web/features/upload/rejected-dialog.tsx';
import { dismissShortfall, keepUnpaidOrder } from '../store/ordering.ts';
import { dismissRejection, shrinkFiles } from '../store/photos.ts';
import { isRunning, progressOf } from '../store/selectors.ts';
import { useEdit, useEditEntries } from './use-edit.ts';

export function EditDialogs() {
  const shortfall = useEdit((state) => state.shortfall);
  const rejection = useEdit((state) => state.rejection);
  return (
    <>
      <Announcer />
      <InsufficientDialog shortfall={shortfall} onClose={dismissShortfall} keepOrder={keepUnpaidOrder} />
      <RejectedDialog rejection={rejection} photosMax={editsPerBatchMax} onShrink={shrinkFiles} onClose={dismissRejection} />
    </>
  );
}

/** Announces the start of edits and, at the end of the edits, their results to screen readers. */
function Announcer() {
  const { t } = useTranslation();
  const running = useEdit(isRunning);
  const { total, ready, failed, cancelled } = useEditEntries(progressOf);
  const [text, setText] = useState('');
  const wasRunning = useRef(running);
  useEffect(() => {
    if (running && !wasRunning.current) setText(t('photo_edit.started', { count: total }));
    if (!running && wasRunning.current && total > 0) setText(t('photo_edit.finished', { ready, failed: failed + cancelled }));
    wasRunning.current = running;
  }, [running, total, ready, failed, cancelled, t]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {text}
    </p>
  );
}
