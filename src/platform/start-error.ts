/** A fault that keeps the process from starting and that no waiting mends. Its message is the one line to show. */
export class StartError extends Error {
  override name = 'StartError'
}
