export type Series = { name: string; labels: Record<string, string>; value: number }
type Family = { name: string; help?: string; type?: string; series: Series[] }

const metricName = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*$/
const types = ['counter', 'gauge', 'histogram', 'summary', 'untyped']
/** The suffixes of a type's series. */
const suffixes: Record<string, string[]> = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] }
/** Names of units other than base units, and their abbreviations. */
const otherUnits =
  /(?:^|_)(?:milliseconds?|microseconds?|nanoseconds?|minutes?|hours?|days?|weeks?|kilobytes?|megabytes?|gigabytes?|bits?|percents?|ms|us|ns|sec|s|m|h|d|b|kb|mb|gb|tb)(?:_|$)/

/**
 * The errors in a text for Prometheus, by its text format 0.0.4 and naming rules (as by `promtool check metrics`);
 * empty if there are none.
 */
export function checkMetrics(text: string): string[] {
  const { families, faults } = parseMetrics(text)
  if (!text.endsWith('\n')) faults.push('The last line does not end')
  for (const family of families) {
    faults.push(...namingFaults(family), ...(family.type === 'histogram' ? histogramFaults(family) : []))
    const seen = new Set<string>()
    for (const one of family.series) {
      const id = JSON.stringify([one.name, Object.entries(one.labels).toSorted()])
      if (seen.has(id)) faults.push(`${id} stands twice`)
      seen.add(id)
      const expected = (suffixes[family.type ?? ''] ?? ['']).map((suffix) => family.name + suffix)
      if (!expected.includes(one.name)) faults.push(`${one.name} is none of ${family.type} ${family.name}`)
      if ('le' in one.labels !== one.name.endsWith('_bucket')) faults.push(`${one.name} and the label le`)
      if ('quantile' in one.labels !== (family.type === 'summary' && one.name === family.name))
        faults.push(`${one.name} and the label quantile`)
      if (family.type === 'counter' && !(one.value >= 0)) faults.push(`${one.name} counts ${one.value}`)
    }
  }
  return faults
}

/** The series of all metrics. */
export const seriesOf = (text: string): Series[] => parseMetrics(text).families.flatMap(({ series }) => series)

function parseMetrics(text: string): { families: Family[]; faults: string[] } {
  const families: Family[] = []
  const faults: string[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    const last = families.at(-1)
    if (kind) {
      let family = families.find((one) => one.name === name)
      if (family && family !== last) faults.push(`${name} is told in two places`)
      if (family?.series.length) faults.push(`The ${kind} of ${name} comes after its series`)
      if (!family) families.push((family = { name, series: [] }))
      const field = kind === 'HELP' ? 'help' : 'type'
      if (family[field] !== undefined) faults.push(`${name} has two ${kind} lines`)
      family[field] = rest
    } else if (!line.startsWith('#')) {
      const one = parseSeries(line)
      if (!one) faults.push(`Not a series: ${line}`)
      else if (!last || !one.name.startsWith(last.name)) faults.push(`${one.name} stands below no metric of its own`)
      else last.series.push(one)
    }
  }
  return { families, faults }
}

function parseSeries(line: string): Series | undefined {
  const [, name, inner, number = ''] = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  const value = number === '+Inf' ? Infinity : number === '-Inf' ? -Infinity : Number(number)
  if (name === undefined || (Number.isNaN(value) && number !== 'NaN')) return undefined
  const pairs = [...(inner ?? '').matchAll(/([^=,]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g)]
  if (pairs.map(([whole]) => whole).join('') !== (inner ?? '')) return undefined
  return { name, labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])), value }
}

function namingFaults({ name, help, type, series }: Family): string[] {
  const labels = series.flatMap((one) => Object.keys(one.labels))
  return [
    !metricName.test(name) && 'is no name',
    name.includes(':') && 'has a colon, which is for recording rules',
    /[a-z][A-Z]/.test(name) && 'is in camel case',
    (help ?? '').trim() === '' && 'has no HELP',
    !types.includes(type ?? '') && `has the type ${type}`,
    type === 'counter' && !name.endsWith('_total') && 'is a counter without _total',
    type !== 'counter' && name.endsWith('_total') && 'has _total and is no counter',
    type !== 'histogram' && name.endsWith('_bucket') && 'has _bucket and is no histogram',
    /_(?:count|sum)$/.test(name) && 'ends as the series of a histogram do',
    new RegExp(`(?:^|_)(?:${types.join('|')})(?:_|$)`).test(name) && 'names its type',
    otherUnits.test(name) && 'has a unit that is no base unit',
    labels.some((label) => !labelName.test(label) || label.startsWith('__') || /[a-z][A-Z]/.test(label)) &&
      'has a label that is no name',
  ].flatMap((fault) => (fault === false ? [] : [`${name} ${fault}`]))
}

/** For each set of labels: cumulative buckets, the last of them +Inf and equal to the count, and a sum. */
function histogramFaults({ name, series }: Family): string[] {
  const sets = new Map<string, Series[]>()
  for (const one of series) {
    const { le: _, ...labels } = one.labels
    const id = JSON.stringify(labels)
    sets.set(id, [...(sets.get(id) ?? []), one])
  }
  return [...sets].flatMap(([id, all]) => {
    const buckets = all.filter((one) => one.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => (labels.le === '+Inf' ? Infinity : Number(labels.le)))
    const count = all.filter((one) => one.name === `${name}_count`)
    const sum = all.filter((one) => one.name === `${name}_sum`)
    const grow = (numbers: number[], strictly: boolean) =>
      numbers.every((number, index) => index === 0 || number - numbers[index - 1]! > (strictly ? 0 : -1e-9))
    return [
      !grow(bounds, true) && 'has bounds that do not grow',
      !grow(
        buckets.map(({ value }) => value),
        false,
      ) && 'has buckets that do not add up',
      bounds.at(-1) !== Infinity && 'has no bucket +Inf',
      (count.length !== 1 || sum.length !== 1) && 'has no sum or no count',
      count[0]?.value !== buckets.at(-1)?.value && 'counts otherwise than its last bucket',
    ].flatMap((fault) => (fault === false ? [] : [`${name}${id} ${fault}`]))
  })
}
