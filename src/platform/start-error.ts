/** A permanent error that prevents the start. Its message is the one line to print. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The code of an error of the system or of a driver (`ENOENT`); '' without one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
