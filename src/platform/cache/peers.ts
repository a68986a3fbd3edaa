import type { Channel } from '#platform/db/database'
import type { Log } from '#platform/log/log'
import { repeat } from '#platform/within'

/** Milliseconds between two acknowledgements. */
const pause = 5

/** The acknowledgements that this process owes its peers: `acknowledge` sends one. */
function createAcknowledgements(
  channel: Channel,
  acknowledge: (asker: string, number: number) => Promise<void>,
): (asker: string, number: number) => void {
  const unanswered = new Map<string, number>()
  let lastAnswered = Number.NEGATIVE_INFINITY
  let isAnswering = false

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
      const answers = [...unanswered].map(([asker, number]) => acknowledge(asker, number))
      unanswered.clear()
      await Promise.all(answers).catch(() => {})
    }
    isAnswering = false
    letGo()
  }

  return answer
}

/**
 * The processes on other machines that serve the same site from the same database. Those of one machine (with the same
 * name) share their versions, and do not wait for each other.
 */
export type Peers = {
  /**
   * After a commit: resolves when every process on another machine has acknowledged it or serves no cached responses.
   * Takes 100 ms at most, and nothing when there is no other machine.
   */
  haveHeard(): Promise<void>
  /** Whether there were others recently. While nothing is received at all, the last ones count. */
  areThere(): boolean
  /** Tells the other processes not to wait for this one any more. */
  leave(): Promise<void>
}

const channelName = 'industria_peers'
/** Milliseconds. */
const heartbeatInterval = 5000

/**
 * Discovers the other processes by NOTIFY: `hello` when one starts (the others reply `here`), `here` as a heartbeat, and
 * `bye`. A writer sends `ask`; each peer replies `heard` once it has processed everything committed before. A peer that
 * misses the deadline is ignored until its next message: by then `longestSilence` has passed, during which it serves no
 * cached responses, and it sends `here` before it serves them again. So ignoring it never shows anybody a stale page.
 */
export function createPeers(channel: Channel, log: Log, machine: string): Peers {
  const name = `${machine}.${crypto.randomUUID().slice(0, 8)}`
  const isOther = (sender: string) => !sender.startsWith(`${machine}.`)
  const peers = createKnownPeers()
  let hasLeft = false

  const say = async (...words: (string | number)[]) => {
    if (hasLeft) return
    await channel.ask('select pg_notify($1, $2)', [channelName, [words[0], name, ...words.slice(1)].join(' ')])
  }

  const rounds = createRounds({ channel, log, peers, ask: (number) => say('ask', number) })
  const acknowledge = createAcknowledgements(channel, (asker, number) => say('heard', asker, number))

  function hear(payload: string) {
    const [word, sender = '', to, number] = payload.split(' ')
    if (sender === name) {
      if (word === 'ask') rounds.noteHeardHere(Number(to))
    } else if (isOther(sender)) {
      if (word === 'bye') peers.drop(sender)
      else peers.note(sender)
      if (word === 'hello') void say('here').catch(() => {})
      else if (word === 'ask') acknowledge(sender, Number(to))
      else if (word === 'heard' && to === name) peers.noteHeard(sender, Number(number))
    }
    rounds.endAnswered()
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
  channel.onListening(async (how) => {
    if (how === 'begun') await greet()
    else await say('here')
  })
  const stopSigning = repeat(heartbeatInterval, async () => {
    if (!channel.isListening()) return
    peers.forgetOld()
    await say('here')
  })

  return {
    async haveHeard() {
      if (!channel.isListening()) await Promise.race([channel.settled(), Bun.sleep(longestWait)])
      if (peers.count() === 0) return
      await (channel.isListening() ? rounds.share() : Bun.sleep(longestWait))
    },
    areThere: () => peers.count() > 0,
    async leave() {
      stopSigning()
      const bye = say('bye')
      hasLeft = true
      await bye.catch(() => {})
    },
  }
}

const listening = 'industria listens '

/** A request for acknowledgement, numbered in order. */
type Round = { number: number; isHeardHere: boolean; end(): void }

/** Milliseconds; a little longer than cached responses are served without proof that the connection is alive. */
const longestWait = 100
/** Milliseconds between rounds: commits within them share the next round. */
const betweenRounds = 5
const warningInterval = 10_000

type Asking = { channel: Channel; log: Log; peers: KnownPeers; ask(number: number): Promise<void> }

/** The requests of this process for acknowledgement by its peers. */
function createRounds({ channel, log, peers, ask }: Asking) {
  const rounds = new Set<Round>()
  let count = 0
  let next: Promise<void> | undefined
  let lastBegun = Number.NEGATIVE_INFINITY
  let lastWarning = Number.NEGATIVE_INFINITY

  const isAnswered = ({ number }: Round) => peers.missing(number).length === 0

  function endAnswered() {
    for (const round of rounds) if (round.isHeardHere && isAnswered(round)) round.end()
  }

  /** Starts the next round, `betweenRounds` after the last one. */
  async function beginRound() {
    const early = lastBegun + betweenRounds - performance.now()
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

type Peer = { lastSign: number; heard: number; isAnswering: boolean }

const forgottenAfter = 16_000

/** The other processes by name: when each was last heard of, and which request it has acknowledged. */
function createKnownPeers() {
  const peers = new Map<string, Peer>()
  return {
    count: () => peers.size,
    note(name: string) {
      const peer = peers.getOrInsertComputed(name, () => ({ lastSign: 0, heard: 0, isAnswering: true }))
      peer.lastSign = performance.now()
      peer.isAnswering = true
    },
    noteHeard(name: string, number: number) {
      const peer = peers.get(name)
      if (peer) peer.heard = Math.max(peer.heard, number)
    },
    drop: (name: string) => peers.delete(name),
    /** Those that have not acknowledged a request. */
    missing: (number: number) => [...peers].filter(([, peer]) => peer.isAnswering && peer.heard < number),
    forgetOld() {
      for (const [name, { lastSign }] of peers) if (performance.now() - lastSign > forgottenAfter) peers.delete(name)
    },
  }
}

type KnownPeers = ReturnType<typeof createKnownPeers>
