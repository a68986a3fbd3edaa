/** A metric with all its samples. `suffix` is that of a histogram's or summary's series. */
export type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  samples: Sample[]
}
export type Sample = {
  suffix?: '_bucket' | '_sum' | '_count'
  labels?: Readonly<Record<string, string>>
  value: number
}

export const contentType = 'text/plain; version=0.0.4; charset=utf-8'

/** The text format of Prometheus, version 0.0.4. */
export const expose = (metrics: readonly Metric[]): string => metrics.map(exposeOne).join('')

const exposeOne = ({ name, help, type, samples }: Metric): string =>
  [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(
      ({ suffix = '', labels = {}, value }) => `${name}${suffix}${exposeLabels(labels)} ${valueText(value)}`,
    ),
    '',
  ].join('\n')

function exposeLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

const valueText = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : Number.isNaN(value) ? 'NaN' : String(value)
