/** Reads a list of records whole, with room for it in memory. */

import type { StampOf } from '../domain/federation/record-links.ts';
import type { AskOptions, FoundRecord } from '../domain/federation/source.ts';
import { type MeanBytes, meanBytes } from '../domain/mean-bytes.ts';
import type { RecordForm } from '../domain/record/row.ts';
import { sliced, slicedInTurn } from '../lib/slices.ts';
import { type BytesForm, idOfAnonymised } from './record/record-bytes.ts';
import type { RecordList } from './record/record-list.ts';

/** The expected size of a record before any was read. Each row counts as much, because a page needs this for it however short it is. */
const RECORD_BYTES = 4096;

/** What the reading of records needs. */
export type Reading = Pick<AskOptions, 'onRoom'> & {
  /**
   * Called with the number of records and bytes before they are read, and with negative numbers when their use has
   * ended.
   *
   * @throws RegistryError if there is no room for so much
   */
  reserve(rows: number, bytes: number): void;
  recordBytes: MeanBytes;
  stampOf: StampOf;
  signal: AbortSignal;
};

/** A federated answer has identifiers of people in both forms. */
const BYTES_FORMS: Readonly<Record<RecordForm, BytesForm>> = { record: 'identified', row: 'row' };

const RECORDS_AT_ONCE = 64;

/** The mean size of the records of one registry, for all who read lists of it. */
export function recordSizes(): MeanBytes {
  return meanBytes(RECORD_BYTES);
}

/**
 * Reserves the memory for a list, and reads it in slices, so that other requests are answered meanwhile.
 *
 * @throws the reason of the signal if the reader ends the request
 */
export async function readAll(
  list: RecordList,
  form: RecordForm,
  reading: Reading,
): Promise<{ records: FoundRecord[]; edition: string | undefined }> {
  const { reserve, recordBytes, stampOf, signal, onRoom } = reading;
  const records: FoundRecord[] = [];
  if (form === 'record' && !recordBytes.hasLearned()) await measureFirst(list, reading);
  const expectedBytes = form === 'row' ? list.total * RECORD_BYTES : recordBytes.of(list.total);
  reserve(list.total, expectedBytes);
  try {
    await onRoom?.();
    const slices = list.total > RECORDS_AT_ONCE ? await slicedInTurn() : sliced();
    let readBytes = 0;
    for (let from = 0; from < list.total; from += RECORDS_AT_ONCE) {
      await slices.next();
      signal.throwIfAborted();
      for (const record of await list.readFound(from, from + RECORDS_AT_ONCE, BYTES_FORMS[form])) {
        const json = stamped(record, stampOf);
        records.push({ ...record, json });
        readBytes += json.length;
      }
    }
    if (form === 'record') {
      recordBytes.learn(records.length, readBytes);
      reserve(0, readBytes - expectedBytes);
    }
  } catch (error) {
    reserve(-list.total, -expectedBytes);
    throw error;
  }
  return { records, edition: list.edition() };
}

/**
 * Measures the first records of a long list. A stream that has begun can only be broken off if it grows beyond the
 * reserved memory.
 */
async function measureFirst(list: RecordList, { recordBytes, stampOf }: Reading): Promise<void> {
  if (list.total <= RECORDS_AT_ONCE) return;
  const first = await list.readFound(0, RECORDS_AT_ONCE, BYTES_FORMS.record);
  recordBytes.learn(
    first.length,
    first.reduce((bytes, record) => bytes + stamped(record, stampOf).length, 0),
  );
}

/** Returns the text of a record with its stamp before its own members. */
function stamped({ json, order, isAnonymised }: FoundRecord, stampOf: StampOf): string {
  const stamp = stampOf(isAnonymised ? { anonymousId: idOfAnonymised(json) } : { id: order?.id });
  return `${JSON.stringify(stamp).slice(0, -1)},${json.slice(1)}`;
}
