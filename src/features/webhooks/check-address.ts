import { invalid } from '#contract/http-error'
import { judgeHost, type Network, NotPublic } from '#platform/http/public-network'

/** Milliseconds. */
const patience = 3000

/**
 * A name that nobody has yet, and one that cannot be looked up just now, may have an address later: each try looks
 * again. Throws 422.
 */
export async function checkAddress(url: string, network: Network): Promise<void> {
  try {
    await judgeHost(new URL(url), network, AbortSignal.timeout(patience))
  } catch (error) {
    if (error instanceof NotPublic) throw invalid([{ path: 'url', message: 'validation.privateUrl' }])
  }
}
