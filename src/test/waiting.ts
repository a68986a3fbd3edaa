/** Waits until `holds` is true; throws after `limit` milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, limit = 20_000): Promise<void> {
  for (const end = performance.now() + limit; !(await holds()); await Bun.sleep(5))
    if (performance.now() > end) throw new Error(`It did not happen within ${limit} ms`)
}

/** Repeats a check until it passes, for what follows a visible change of a page; fails like its last attempt. */
export async function soon(check: () => unknown, limit = 10_000): Promise<void> {
  for (const end = performance.now() + limit; ; await Bun.sleep(20)) {
    try {
      await check()
      return
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

/** A delay in milliseconds that is certainly longer than running `work` once more. */
export async function leadOver(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return 500 + 5 * (performance.now() - started)
}
