import type { Channel } from '#platform/db/channel'
import type { Log } from '#platform/log/log'

/**
 * The processes on other machines that serve the same site from the same database. Those of one machine (of the same
 * name) share their counters, and wait for each other no more than for themselves.
 */
export type Peers = {
  /**
   * After a commit: resolves when every process on another machine has acknowledged it or serves no cached responses.
   * Takes 100 ms at most, and nothing when there is no other machine.
   */
  haveHeard(): Promise<void>
  /** Whether others have been there lately. While nothing is heard from anybody, they stay. */
  areThere(): boolean
  /** Tells the other processes not to wait for this one any more. */
  leave(): Promise<void>
}

type Peer = { lastSign: number; heard: number; isAnswering: boolean }
type Round = { number: number; isHeardHere: boolean; end(): void }

const channelName = 'industria_peers'
/** Milliseconds; a little longer than cached responses are served without proof that the connection is alive. */
const longestWait = 100
/** Milliseconds between rounds, and between acknowledgements: commits within them share the next round. */
const pause = 5
const signEvery = 5000
const forgottenAfter = 16_000
const tellEvery = 10_000

/**
 * Discovers the other processes by NOTIFY: `hello` when one starts (the others reply `here`), `here` as a heartbeat, and
 * `bye`. A writer sends `ask`; each peer replies `heard` once it has processed everything committed before. A peer that
 * misses the deadline is ignored until its next message: by then `longestSilence` has passed, during which it serves no
 * cached responses, and it sends `here` before it serves them again. So ignoring it never shows anybody a stale page.
 */
export function createPeers(channel: Channel, log: Log, machine: string): Peers {
  const name = `${machine}.${crypto.randomUUID().slice(0, 8)}`
  const isOther = (sender: string) => !sender.startsWith(`${machine}.`)
  const peers = new Map<string, Peer>()
  const rounds = new Set<Round>()
  const unanswered = new Map<string, number>()
  let count = 0
  let next: Promise<void> | undefined
  let lastBegun = Number.NEGATIVE_INFINITY
  let lastAnswered = Number.NEGATIVE_INFINITY
  let isAnswering = false
  let hasLeft = false
  let lastTold = Number.NEGATIVE_INFINITY

  const say = async (...words: (string | number)[]) => {
    if (hasLeft) return
    await channel.ask('select pg_notify($1, $2)', [channelName, [words[0], name, ...words.slice(1)].join(' ')])
  }

  function hear(payload: string) {
    const [word, sender = '', to, number] = payload.split(' ')
    if (sender === name) {
      if (word === 'ask') for (const round of rounds) if (round.number <= Number(to)) noteHeardHere(round)
    } else if (isOther(sender)) {
      if (word === 'bye') peers.delete(sender)
      else note(sender)
      if (word === 'hello') void say('here').catch(() => {})
      else if (word === 'ask') answer(sender, Number(to))
      else if (word === 'heard' && to === name) noteHeard(sender, Number(number))
    }
    endRounds()
  }

  function note(sender: string) {
    const peer = peers.get(sender) ?? { lastSign: 0, heard: 0, isAnswering: true }
    peer.lastSign = performance.now()
    peer.isAnswering = true
    peers.set(sender, peer)
  }

  function noteHeard(sender: string, number: number) {
    const peer = peers.get(sender)
    if (peer) peer.heard = Math.max(peer.heard, number)
  }

  function answer(asker: string, number: number) {
    unanswered.set(asker, number)
    if (!isAnswering) void answerAll()
  }

  /** Serves no cached responses until the acknowledgement is sent, so that a writer may stop waiting for it. */
  async function answerAll() {
    isAnswering = true
    const letGo = channel.hold()
    while (unanswered.size > 0) {
      const early = lastAnswered + pause - performance.now()
      if (early > 0) await Bun.sleep(early)
      lastAnswered = performance.now()
      const answers = [...unanswered].map(([asker, number]) => say('heard', asker, number))
      unanswered.clear()
      await Promise.all(answers).catch(() => {})
    }
    isAnswering = false
    letGo()
  }

  const missing = ({ number }: Round) => [...peers].filter(([, peer]) => peer.isAnswering && peer.heard < number)

  function endRounds() {
    for (const round of rounds) if (round.isHeardHere && missing(round).length === 0) round.end()
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
    // Where it fails, the time that is waited does as well.
    say('ask', round.number).catch(() => {})
    await done.promise
    clearTimeout(timer)
    if (missing(round).length === 0 || !round.isHeardHere) rounds.delete(round)
  }

  /** From here on the peers have `longestWait` to acknowledge it, after which they serve no cached responses. */
  function noteHeardHere(round: Round) {
    if (round.isHeardHere) return
    round.isHeardHere = true
    if (missing(round).length > 0) setTimeout(() => void giveUp(round), longestWait).unref()
  }

  /** What was answered in time, but has not been read here, is heard before it is judged. */
  async function giveUp(round: Round) {
    if (missing(round).length > 0) await channel.ask('select 1').catch(() => {})
    for (const [peer, state] of channel.isHearing() ? missing(round) : []) {
      state.isAnswering = false
      tell(peer, state)
    }
    rounds.delete(round)
    endRounds()
  }

  function tell(peer: string, { lastSign }: Peer) {
    const now = performance.now()
    if (now - lastTold < tellEvery) return
    lastTold = now
    log.warn('A write was answered before another process had heard of it', {
      process: peer,
      silentForMs: Math.round(now - lastSign),
    })
  }

  function forgetOld() {
    if (!channel.isHearing()) return
    for (const [peer, { lastSign }] of peers) if (performance.now() - lastSign > forgottenAfter) peers.delete(peer)
  }

  /**
   * Running processes receive the greeting in time to wait for this one. A writer without known peers does not wait, so
   * nothing is cached here before the greeting has been received.
   */
  async function greet() {
    await channel.ask(`set application_name = '${listening}${name}'`)
    await say('hello')
    const [row] = await channel.ask(
      `select count(*)::int as count from pg_stat_activity where datname = current_database()
        and application_name like '${listening}%' and application_name not like '${listening}${machine}.%'`,
    )
    if (row?.count !== 0) await Bun.sleep(longestWait)
  }

  channel.listen(channelName, hear, () => {})
  channel.onHearing(async (how) => {
    if (how === 'begun') await greet()
    else await say('here')
  })
  const sign = setInterval(() => {
    forgetOld()
    if (channel.isHearing()) void say('here').catch(() => {})
  }, signEvery)
  sign.unref()

  return {
    async haveHeard() {
      if (!channel.isHearing()) await Promise.race([channel.settled(), Bun.sleep(longestWait)])
      if (peers.size === 0) return
      await (channel.isHearing() ? (next ??= beginRound()) : Bun.sleep(longestWait))
    },
    areThere: () => peers.size > 0,
    async leave() {
      clearInterval(sign)
      const bye = channel.isHearing() ? say('bye') : undefined
      hasLeft = true
      await bye?.catch(() => {})
    },
  }
}

const listening = 'industria listens '
