/** Median, p99 and maximum, in milliseconds. */
export function told(times: number[]): string {
  if (times.length === 0) return '–'
  return [at(times, 0.5), at(times, 0.99), at(times, 1)].map((ms) => ms.toFixed(1)).join(', ')
}

/** A percentile: `share` of all times are below it. */
export function at(times: number[], share: number): number {
  const index = Math.min(times.length - 1, Math.floor(times.length * share))
  return times.toSorted((one, other) => one - other)[index] ?? Number.NaN
}

/** The value of the option `--name=`. */
export function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
}
