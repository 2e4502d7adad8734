import type { TFunction } from 'i18next';
import type { BatchItem } from '#shared/batch/api.ts';
import type { BatchKind } from '#shared/batch/batch.ts';
import { modelName } from '#shared/catalogue.ts';
import type { HistoryResponse } from '#shared/history/api.ts';
import { videoDefaults } from '#shared/video/defaults.ts';
import { fileNameOf } from '#web/features/batch/cards/downloads.ts';
import type { ReviewItem } from '#web/features/review/review-item.ts';
import { dollarsFromApi } from '#web/lib/money.ts';
import { elapsedTime } from '#web/lib/time.ts';
import { savedFileOf } from './saved-as.ts';

type Result = HistoryResponse['results'][number];
type Run = Pick<HistoryResponse, 'aspect_ratio' | 'kind' | 'model' | 'results'>;

/** Returns the results of a past run that have a file. The items of the batch add prices and settings. */
export const reviewItems = (kind: BatchKind, run: Run, items: ReadonlyMap<string, BatchItem>, t: TFunction): ReviewItem[] =>
  run.results.flatMap((result) => reviewItem(kind, run, result, items.get(result.id), t) ?? []);

function reviewItem(kind: BatchKind, run: Run, result: Result, item: BatchItem | undefined, t: TFunction): ReviewItem | undefined {
  const src = result.video_url ?? result.image_url;
  if (!src) return undefined;
  const file = savedFileOf(result, item);
  const isDelivered = result.status === 'completed';
  return {
    key: result.id,
    kind,
    fileKind: run.kind === 'edit' ? 'edit' : kind,
    name: result.image_title,
    ratio: item?.aspectRatio ?? run.aspect_ratio,
    src,
    poster: result.thumbnail,
    photo: item?.photoUrl,
    downloadUrl: file.downloadUrl,
    resultKey: item && 'resultKey' in item ? item.resultKey : undefined,
    fileName: fileNameOf(kind, file),
    details: [
      settingsLine(item, t),
      makingLine(item?.model ?? run.model, item, t),
      isDelivered ? '' : t('batch.result.not_charged'),
    ].filter(Boolean),
    paid: isDelivered && item ? dollarsFromApi(item.charged) : undefined,
    prompt: result.prompt,
    probe: item?.probe ?? result.probe,
    canFinish: item !== undefined || run.kind === 'pipeline',
    kept: 'kept' in result && result.kept === true,
    hasSound: item !== undefined && 'generateAudio' in item && item.generateAudio,
  };
}

function settingsLine(item: BatchItem | undefined, t: TFunction): string {
  if (!item) return '';
  if (!('resolution' in item)) return item.aspectRatio;
  const duration = t('video.seconds', { seconds: videoDefaults.durationSeconds });
  return [item.aspectRatio, duration, item.resolution, item.generateAudio ? t('review.audio_on') : t('review.audio_off')].join(' · ');
}

function makingLine(model: string, item: BatchItem | undefined, t: TFunction): string {
  const name = model === 'mixed' ? t('history.mixed_model') : modelName(model);
  if (!item?.startedAt || !item.completedAt) return name;
  const time = elapsedTime(Date.parse(item.completedAt) - Date.parse(item.startedAt));
  return `${name} · ${t('review.made_in', { time })}`;
}
