/**
 * Stores each record as a JSON file. A stand-in saves a record before it sends a response or a webhook. So a killed process loses no data.
 */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../base/write-atomically.ts';

/** `number` shows the order of arrival. The numbers continue after a restart. */
export type StoredRecord = { id: string; number: number };
export type Records<Item> = ReturnType<typeof openRecords<Item & StoredRecord>>;

export function openRecords<Item extends StoredRecord>(directory: string) {
  mkdirSync(directory, { recursive: true });
  const storedRecords = readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Item)
    .sort((a, b) => a.number - b.number);
  // A Map keeps the order of arrival.
  const records = new Map(storedRecords.map((record) => [record.id, record]));
  let lastNumber = storedRecords.at(-1)?.number ?? 0;
  return {
    get: (id: string): Item | undefined => records.get(id),
    /** Returns the records in the order of arrival. */
    all: (): Item[] => [...records.values()],
    nextNumber: () => ++lastNumber,
    save(record: Item): void {
      records.set(record.id, record);
      writeAtomically(join(directory, `${record.id}.json`), JSON.stringify(record));
    },
  };
}
