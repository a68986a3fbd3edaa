import type postgres from 'postgres'
import { type ListenStart, longestSilence } from '#platform/db/channel'
import { within } from '#platform/within'
import type { DeliveryProof } from './delivery-proof'
import type { ListenState } from './listen-state'

/** The driver has the option `onnotify`, its types do not. */
export type ListenOptions = postgres.Options<Record<string, postgres.PostgresType>> & {
  onnotify(name: string, payload: string): void
}
export type Listener = { heard(payload: string): void; resumed(): void }

type Surroundings = {
  connect(options: ListenOptions): postgres.Sql
  listeners: ReadonlyMap<string, Listener>
  proof: DeliveryProof
  listenState: ListenState
  greet(how: ListenStart): Promise<void>
  /** Called if the connection fails once it has begun to listen, unless it was closed. */
  failed(cause: unknown): void
}

const answerLimit = 1000
/** Poll interval of the connection; see `longestSilence`. */
const pulseEvery = 30
/** After a silence of this length other processes may have dropped this one. */
const longestInterruption = 5000

/** One connection that LISTENs. */
export function createListening({ connect, listeners, proof, listenState, greet, failed }: Surroundings) {
  let state: 'beginning' | 'listening' | 'closed' = 'beginning'
  let isAsking = false
  let pulse: Timer | undefined
  const sql = connect({
    onnotify: (name, payload) => (name === proof.channel ? proof.heard(payload) : listeners.get(name)?.heard(payload)),
    onclose: () => fail(new Error('The listening connection was lost')),
  })

  function fail(cause: unknown) {
    if (state === 'listening') failed(cause)
  }

  const ask = (statement: string, parameters?: string[]) => within(answerLimit, sql.unsafe(statement, parameters))
  const listenOn = (name: string) => ask(`listen "${name}"`)

  /** Throws if another connection was opened meanwhile, or the channel was closed. */
  async function begin() {
    for (const name of [proof.channel, ...listeners.keys()]) await listenOn(name)
    await proof.prove()
    const asked = await greetOn('begun')
    if (state === 'closed') throw new Error('Another connection listens')
    state = 'listening'
    // From here on no notification is missed; earlier ones may have been.
    for (const { resumed } of listeners.values()) resumed()
    listenState.since(asked)
    pulse = setInterval(() => void keepUp(), pulseEvery)
    pulse.unref()
  }

  /** Returns a time such that all notifications committed before it have been delivered. */
  async function askWhatCame(): Promise<number> {
    const asked = performance.now()
    await ask('select 1')
    return asked
  }

  async function greetOn(how: ListenStart): Promise<number> {
    listenState.lose()
    listenState.setGreetingDue(undefined)
    await greet(how)
    return askWhatCame()
  }

  /** One query at a time; if it takes longer than a second, the connection counts as lost. */
  async function keepUp() {
    if (isAsking || state !== 'listening') return
    isAsking = true
    try {
      let asked = await askWhatCame()
      const silence = listenState.silence()
      if (silence > longestInterruption) throw new Error('The listening connection was silent for too long')
      const how = listenState.greetingDue() ?? (silence >= longestSilence ? 'interrupted' : undefined)
      if (how) asked = await greetOn(how)
      if (state !== 'listening') return
      listenState.since(asked)
      // In parallel with the queries, because the connection for the NOTIFY may be busy.
      void proof.proveAgain().catch(fail)
    } catch (error) {
      fail(error)
    } finally {
      isAsking = false
    }
  }

  function close() {
    state = 'closed'
    clearInterval(pulse)
    sql.end({ timeout: 0 }).catch(() => {})
  }

  return { begin, ask, listenOn, keepUp, fail, close }
}

export type Listening = ReturnType<typeof createListening>
