/** A failed start that the operator can correct. The message is one sentence. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart';
}
