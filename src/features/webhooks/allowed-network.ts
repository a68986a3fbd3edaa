import ipaddr from 'ipaddr.js'
import { isPublic, type Network, NotPublic, judgeHost, world } from '#platform/http/public-network'
import { invalid } from '#contract/http-error'

/** Where webhooks may lead: the public network, and what `allowed` (CIDRs) excepts. */
export function allowedNetwork(allowed: readonly string[]): Network {
  const ranges = allowed.map((text) => ipaddr.parseCIDR(text))
  const isAllowed = (address: string) => {
    if (!ipaddr.isValid(address)) return false
    const plain = ipaddr.process(address)
    return ranges.some((range) => plain.kind() === range[0].kind() && plain.match(range))
  }
  return { ...world, isPublic: (address) => isPublic(address) || isAllowed(address) }
}

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
