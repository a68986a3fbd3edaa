/**
 * The number of runs of a property test, with a fixed seed so that the result is reproducible. `FUZZ_RUNS=20000 bun
 * test ./src/app/request/fuzz.test.ts` runs that many random cases.
 */
export function tries(usual: number): { numRuns: number; seed?: number } {
  const others = Number(process.env.FUZZ_RUNS ?? 0)
  return others > 0 ? { numRuns: others } : { numRuns: usual, seed: 1 }
}
