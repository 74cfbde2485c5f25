/** A start that failed for a reason the operator can mend; the message is one sentence. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
