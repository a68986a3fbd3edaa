import type { Channel } from '#platform/db/channel'
import type { Log } from '#platform/log/log'

/**
 * The processes on other machines that serve the same site from the same database. Those of one machine (of the same
 * name) share their counters, and wait for each other no more than for themselves.
 */
export type Peers = {
  /**
   * After a commit: resolves when every process on another machine has heard of it or gives out nothing that was kept.
   * That takes a tenth of a second at most, and nothing where there is no other.
   */
  haveHeard(): Promise<void>
  /** Whether others have been there lately. While nothing is heard from anybody, they stay. */
  areThere(): boolean
  /** Tells the others not to wait for this process any more. */
  leave(): Promise<void>
}

type Peer = { lastSign: number; heard: number; isAnswering: boolean }
type Round = { number: number; isHeardHere: boolean; end(): void }

const channelName = 'industria_peers'
/** Milliseconds; a little more than what is kept is given out for without a proof. */
const longestWait = 100
/** Rounds, and answers to them, are at least so far apart: what comes meanwhile shares the next. */
const pause = 5
const signEvery = 5000
const forgottenAfter = 16_000
const tellEvery = 10_000

/**
 * Knows the others by what they NOTIFY: `hello` from one that begins (the others say `here`), `here` now and then, and
 * `bye`. A writer says `ask`, and each answers `heard` when it comes to it, behind whatever was committed before. Whoever
 * does not answer in time is not waited for until it is heard of again; by then `longestSilence` has passed, and it has
 * told that it is `here` before it gives out again what was kept. So it comes to nothing that somebody was not waited for.
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

  /** Until its answer is out, what is kept here is not given out: then the writer need not wait for it for ever. */
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

  /** Asks the others, a moment after it did so last. */
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

  /** From here on the others have the time in which they would hear of it, or give out nothing that they kept. */
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
   * Who is there already hears the greeting in time to wait for this process; a writer that believes itself alone is
   * sure of that for as long as it is up to date, and so nothing is kept here before.
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
