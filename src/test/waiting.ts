/** Waits until it holds; throws when that takes longer than `limit`, in milliseconds. */
export async function until(holds: () => boolean | Promise<boolean>, limit = 20_000): Promise<void> {
  for (const end = performance.now() + limit; !(await holds()); await Bun.sleep(5))
    if (performance.now() > end) throw new Error(`It did not happen within ${limit} ms`)
}

/** In how many milliseconds something may be due that is not to come before `work` is done once more. */
export async function leadOver(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return 500 + 5 * (performance.now() - started)
}
