/** A start that failed for a reason that the operator can correct; the message is one sentence. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
