import { invalid } from '#contract/http-error'
import { judgeHost, type Network, NotPublic } from '#platform/http/public-network'

/** Milliseconds. */
const patience = 3000

/**
 * Throws 422 for a host in a private network. A name that does not resolve is accepted, because each delivery attempt
 * resolves it again.
 */
export async function checkAddress(url: string, network: Network): Promise<void> {
  try {
    await judgeHost(new URL(url), network, AbortSignal.timeout(patience))
  } catch (error) {
    if (error instanceof NotPublic) throw invalid([{ path: 'url', message: 'validation.privateUrl' }])
  }
}
