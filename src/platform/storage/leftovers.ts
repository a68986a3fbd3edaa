const hour = 3_600_000

/**
 * The time before which temporary files are left over from a crash: the start of this process, if no other one can have
 * made them, unless the clock has been set back to before it.
 */
export function leftoversBefore({ isAlone }: { isAlone: boolean }): number {
  const now = Date.now()
  return isAlone && now >= performance.timeOrigin ? performance.timeOrigin : now - hour
}
