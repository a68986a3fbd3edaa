import { createHash, timingSafeEqual } from 'node:crypto'
import type { Manifest } from '#app/manifest'
import { isRead, type Visit } from '#app/visit'
import type { Services } from '#platform/services'
import { readMailStatus } from '#platform/mail/outbox'
import { answerKinds, bounds, type Meter, statusClasses } from '#platform/metrics/meter'
import { within } from '#platform/within'
import { freeBytes } from './system-api'
import { plainText } from '#platform/http/security-headers'
import { isReady } from '#app/request/origin'

/** Timeout of the database in milliseconds. */
const timeout = 1500

/** The metrics of all processes of this machine. While the database is unreachable, those read from it have no samples. */
async function readMetrics(
  services: Services,
  { version, build }: Pick<Manifest, 'version' | 'build'>,
): Promise<Metric[]> {
  const { meter, config } = services
  const [ofDatabase, diskFree] = await Promise.all([
    databaseMetrics(services),
    freeBytes(config).catch(() => undefined),
  ])
  meter.takeGauges()
  return [
    gauge('build_info', 'The release that runs, always 1.', [{ labels: { version, build }, value: 1 }]),
    ...requestMetrics(meter),
    ...processMetrics(meter),
    gauge('disk_free_bytes', 'Room that is left on the disk of DATA_DIR.', diskFree),
    ...ofDatabase,
    ...jobMetrics(meter),
  ]
}

function requestMetrics(meter: Meter): Metric[] {
  const requests = answerKinds.flatMap((kind) =>
    statusClasses.map((name, index) => ({ labels: { class: name, kind }, value: meter.requests(kind, index) })),
  )
  return [
    counter(
      'http_requests_total',
      'Requests by the class of their status and the kind of their answer; kept is one that came from the response cache.',
      requests,
    ),
    {
      name: 'http_request_duration_seconds',
      help: 'Time until an answer began, by its kind.',
      type: 'histogram',
      samples: answerKinds.flatMap((kind) => durationSamples(meter, kind)),
    },
  ]
}

function durationSamples(meter: Meter, kind: (typeof answerKinds)[number]): Sample[] {
  const { buckets, sum } = meter.durations(kind)
  let count = 0
  const cumulative = buckets.map((inBucket, index): Sample => {
    count += inBucket
    const bound = bounds[index]!
    const le = bound === Infinity ? '+Inf' : String(bound / 1000)
    return { suffix: '_bucket', labels: { kind, le }, value: count }
  })
  return [
    ...cumulative,
    { suffix: '_sum', labels: { kind }, value: sum / 1000 },
    { suffix: '_count', labels: { kind }, value: count },
  ]
}

function processMetrics(meter: Meter): Metric[] {
  const count = meter.read('loopDelayCount')
  const p99 = count === 0 ? Number.NaN : meter.read('loopDelayP99') / 1000
  const startedAt = meter.read('startedAt') / 1000
  return [
    counter(
      'response_cache_hits_total',
      'Complete answers that were found in the response cache.',
      meter.read('cacheHits'),
    ),
    counter('response_cache_misses_total', 'Complete answers that had to be made.', meter.read('cacheMisses')),
    gauge('response_cache_bytes', 'What the response cache holds.', meter.read('cacheBytes')),
    gauge('event_streams', 'Open windows that hear of changes.', meter.read('eventStreams')),
    {
      name: 'event_loop_delay_seconds',
      help: 'How late the event loop came to what was due, the quantile of the last 30 to 60 seconds.',
      type: 'summary',
      samples: [
        { labels: { quantile: '0.99' }, value: p99 },
        { suffix: '_sum', value: meter.read('loopDelaySum') / 1000 },
        { suffix: '_count', value: count },
      ],
    },
    gauge('process_resident_memory_bytes', 'Resident memory.', meter.read('residentBytes')),
    gauge('process_start_time_seconds', 'When the youngest process started, in seconds since 1970.', startedAt),
  ]
}

async function databaseMetrics({ db, config }: Services): Promise<Metric[]> {
  const begun = performance.now()
  const isUp = await isReady(db)
  const seconds = (performance.now() - begun) / 1000
  const mail = isUp ? await within(timeout, readMailStatus(db, config)).catch(() => undefined) : undefined
  return [
    gauge('database_up', 'Whether the database answers.', isUp ? 1 : 0),
    gauge('database_probe_duration_seconds', 'How long the database took to answer, or was waited for.', seconds),
    gauge('mail_waiting', 'Mails that wait to be sent.', mail?.waiting),
    gauge('mail_failed', 'Mails that could not be sent and are given up.', mail?.failed),
  ]
}

function jobMetrics(meter: Meter): Metric[] {
  const jobs = [...meter.jobs()]
  return [
    gauge(
      'job_last_success_timestamp_seconds',
      'When a recurring job succeeded last, in seconds since 1970.',
      jobs.flatMap(([job, { lastSuccess }]) =>
        lastSuccess > 0 ? [{ labels: { job }, value: lastSuccess / 1000 }] : [],
      ),
    ),
    counter(
      'job_failures_total',
      'How often a recurring job has failed.',
      jobs.map(([job, { failures }]) => ({ labels: { job }, value: failures })),
    ),
  ]
}

const metric =
  (type: 'counter' | 'gauge') =>
  (name: string, help: string, value: number | undefined | Sample[]): Metric => ({
    name,
    help,
    type,
    samples: typeof value === 'number' ? [{ value }] : (value ?? []),
  })
const counter = metric('counter')
const gauge = metric('gauge')

const path = '/metrics'

type Handler = (visit: Visit) => Promise<Response | undefined>

/**
 * `GET /metrics`; 404 without permission. With METRICS_TOKEN any Host is accepted, as for health checks; requests from
 * loopback are subject to the Host check.
 */
export function createMetricsEndpoint(
  services: Services,
  manifest: Pick<Manifest, 'version' | 'build'>,
): { forBearer: Handler; forThisMachine: Handler } {
  const { metricsToken } = services.config
  const handler =
    (mayRead: (visit: Visit) => boolean): Handler =>
    async (visit) => {
      if (visit.path !== path || !isRead(visit.method) || !mayRead(visit)) return undefined
      const body = visit.method === 'HEAD' ? null : expose(await readMetrics(services, manifest))
      return plainText(services.config, body, { headers: { 'Content-Type': contentType } })
    }
  return {
    forBearer: handler(({ request }) => metricsToken !== undefined && bears(request.headers, metricsToken)),
    forThisMachine: handler(isFromThisMachine),
  }
}

/** For all others it is a 404, not a redirect to the path with a slash. */
export const withoutMetrics = (visit: Visit): Visit => (visit.path === path ? { ...visit, path: `${path}/` } : visit)

/** Compares hashes, so that the timing reveals nothing about the token. */
function bears(headers: Headers, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(token))
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/** Headers by which a proxy on this machine tells that it forwards a request from elsewhere. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

function isFromThisMachine({ request, connection }: Visit): boolean {
  const { headers } = request
  const address = connection?.requestIP(request)?.address
  const isForwarded = forwarding.some((name) => headers.has(name))
  return (
    address !== undefined && /^(?:127(?:\.\d{1,3}){3}|::ffff:127(?:\.\d{1,3}){3}|::1)$/.test(address) && !isForwarded
  )
}

/** A metric with all its samples. `suffix` is that of a histogram's or summary's series. */
type Metric = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram' | 'summary'
  samples: Sample[]
}

type Sample = {
  suffix?: '_bucket' | '_sum' | '_count'
  labels?: Readonly<Record<string, string>>
  value: number
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8'

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
