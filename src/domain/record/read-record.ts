/** The only place where the text of a record is parsed. */

/**
 * Parses a record. Records are stored and sent as text, and the API sends most of them unchanged; only pages, tables and
 * totals need their members.
 *
 * @param json a record of a partner that was checked, or one that this registry wrote
 */
export function readRecord<Form>({ json }: { json: string }): Form {
  return JSON.parse(json) as Form;
}
