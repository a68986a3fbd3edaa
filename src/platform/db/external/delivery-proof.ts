import { within } from '#platform/within'

const answerLimit = 1000
const proveEvery = 5000

/** `notify` sends a NOTIFY on another connection, as writes do. */
export type Notify = (name: string, payload: string) => Promise<unknown>

/** Verifies that notifications reach the connection that LISTENs on `channel`. */
export function createDeliveryProof(notify: Notify) {
  const channel = `industria_proof_${crypto.randomUUID()}`
  const proofs = new Map<string, () => void>()
  let provenAt = 0
  let isProving = false

  /** Throws unless a random name that is sent arrives within a second. */
  async function prove(): Promise<void> {
    const name = crypto.randomUUID()
    const heard = new Promise<void>((resolve) => proofs.set(name, resolve))
    try {
      await within(answerLimit, Promise.all([notify(channel, name), heard])).catch((error: unknown) => {
        throw new Error('NOTIFY does not arrive at the connection that listens', { cause: error })
      })
      provenAt = performance.now()
    } finally {
      proofs.delete(name)
    }
  }

  return {
    channel,
    heard: (payload: string) => proofs.get(payload)?.(),
    prove,
    /** The same, unless that was proven lately or is being proven. */
    async proveAgain(): Promise<void> {
      if (isProving || performance.now() - provenAt <= proveEvery) return
      isProving = true
      await prove().finally(() => (isProving = false))
    },
  }
}

export type DeliveryProof = ReturnType<typeof createDeliveryProof>
