import type { Channel } from '#platform/db/database'
import type { Log } from '#platform/log/log'
import type { KnownPeers } from './known-peers'

/** A request for acknowledgement, numbered in order. */
type Round = { number: number; isHeardHere: boolean; end(): void }

/** Milliseconds; a little longer than cached responses are served without proof that the connection is alive. */
export const longestWait = 100
/** Milliseconds between rounds: commits within them share the next round. */
const pause = 5
const warningInterval = 10_000

type Asking = { channel: Channel; log: Log; peers: KnownPeers; ask(number: number): Promise<void> }

/** The requests of this process for acknowledgement by its peers. */
export function createRounds({ channel, log, peers, ask }: Asking) {
  const rounds = new Set<Round>()
  let count = 0
  let next: Promise<void> | undefined
  let lastBegun = Number.NEGATIVE_INFINITY
  let lastWarning = Number.NEGATIVE_INFINITY

  const isAnswered = ({ number }: Round) => peers.missing(number).length === 0

  function endAnswered() {
    for (const round of rounds) if (round.isHeardHere && isAnswered(round)) round.end()
  }

  /** Starts the next round, `pause` after the last one. */
  async function beginRound() {
    const early = lastBegun + pause - performance.now()
    await (early > 0 ? Bun.sleep(early) : undefined)
    next = undefined
    lastBegun = performance.now()
    const done = Promise.withResolvers<void>()
    const round = { number: ++count, isHeardHere: false, end: done.resolve }
    rounds.add(round)
    const timer = setTimeout(done.resolve, longestWait)
    // If it fails, the timeout is waited for instead.
    ask(round.number).catch(() => {})
    await done.promise
    clearTimeout(timer)
    if (isAnswered(round) || !round.isHeardHere) rounds.delete(round)
  }

  /** From here on the peers have `longestWait` to acknowledge it, after which they serve no cached responses. */
  function noteHeardHere(round: Round) {
    if (round.isHeardHere) return
    round.isHeardHere = true
    if (!isAnswered(round)) setTimeout(() => void giveUp(round), longestWait).unref()
  }

  /** Confirmations that have arrived but were not read yet are read before the timeout is handled. */
  async function giveUp(round: Round) {
    if (!isAnswered(round)) await channel.ask('select 1').catch(() => {})
    for (const [peer, state] of channel.isListening() ? peers.missing(round.number) : []) {
      state.isAnswering = false
      warn(peer, state.lastSign)
    }
    rounds.delete(round)
    endAnswered()
  }

  function warn(peer: string, lastSign: number) {
    const now = performance.now()
    if (now - lastWarning < warningInterval) return
    lastWarning = now
    log.warn('A write was answered before another process had received it', {
      process: peer,
      silentForMs: Math.round(now - lastSign),
    })
  }

  return {
    /** Resolves at the end of the next round. */
    share: () => (next ??= beginRound()),
    /** This process has received its own request: everything committed before it too. */
    noteHeardHere(number: number) {
      for (const round of rounds) if (round.number <= number) noteHeardHere(round)
    },
    endAnswered,
  }
}
