/**
 * How often a property is tried: on the same cases every time, so that the verdict on a state of the code stands.
 * `FUZZ_RUNS=20000 bun test ./src/app/request/fuzz.test.ts` tries so many others.
 */
export function tries(usual: number): { numRuns: number; seed?: number } {
  const others = Number(process.env.FUZZ_RUNS ?? 0)
  return others > 0 ? { numRuns: others } : { numRuns: usual, seed: 1 }
}
