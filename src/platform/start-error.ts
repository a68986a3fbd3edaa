/** A permanent error that prevents the start. Its message is the one line to print. */
export class StartError extends Error {
  override name = 'StartError'
}
