import { useTranslation } from 'react-i18next';
import { photoNote } from '../cards/run.ts';
import { useBench, useBenchState } from './bench-context.tsx';
import { StateText } from './card-status-line.tsx';
import { ShrinkPhoto } from './shrink-photo.tsx';
import { UploadNote } from './upload-note.tsx';
import type { CardFacts } from './use-card.ts';

/**
 * One line about the photo of a card without a result. It shows a problem, the state of the upload, or the areas that the result adds to
 * the photo. If the card is not part of the run, the line shows this. On phones, a folded card shows its settings instead of these areas.
 */
export function PhotoLine({ facts, isFolded = false }: { facts: CardFacts; isFolded?: boolean }) {
  const { t } = useTranslation();
  const { tool, FrameNote, settingsText } = useBench();
  const { card, item, status } = facts;
  const upload = useBenchState(({ uploads }) => (card.photo ? uploads.get(card.photo.id) : undefined));
  const problem = useBenchState(({ problems }) => (card.photo ? problems[card.id] : undefined));
  const { photo } = card;
  if (photo && problem)
    return (
      <p role="alert" className="text-xs text-danger">
        {problem} <ShrinkPhoto cardId={card.id} />
      </p>
    );
  if (photo && upload && ['waiting', 'stalled', 'failed'].includes(upload.status))
    return <UploadNote upload={upload} onUpload={() => tool.upload(photo)} />;
  if (status === 'outside') return <StateText facts={facts} />;
  const note = photo && photoNote(photo, item);
  if (note) return <p className="text-xs text-brass">{t(`batch.note.${note}`)}</p>;
  if (isFolded) return <p className="money truncate text-xs text-muted">{settingsText(card)}</p>;
  return photo ? <FrameNote card={card} /> : null;
}
