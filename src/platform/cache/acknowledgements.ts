import type { Channel } from '#platform/db/channel'

/** Milliseconds between two acknowledgements. */
const pause = 5

/** The acknowledgements that this process owes its peers: `acknowledge` sends one. */
export function createAcknowledgements(
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
