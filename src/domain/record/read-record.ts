/** The one place where the text of a record becomes an object again. */

/**
 * Records are kept and sent as text: most of them leave as they came, in answers of the API. Pages, tables and totals
 * have to look into them, and read each once here.
 *
 * @param json what the answer of a registry was checked to hold, or what this registry wrote itself
 */
export function readRecord<Form>({ json }: { json: string }): Form {
  return JSON.parse(json) as Form;
}
