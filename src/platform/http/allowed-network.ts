import ipaddr from 'ipaddr.js'
import { isPublic, type Network, world } from './public-network'

/** The addresses to which outgoing requests may connect: the public network, and the private networks in `allowed` (CIDRs). */
export function allowedNetwork(allowed: readonly string[]): Network {
  const ranges = allowed.map((text) => ipaddr.parseCIDR(text))
  const isAllowed = (address: string) => {
    if (!ipaddr.isValid(address)) return false
    const plain = ipaddr.process(address)
    return ranges.some((range) => plain.kind() === range[0].kind() && plain.match(range))
  }
  return { ...world, isPublic: (address) => isPublic(address) || isAllowed(address) }
}
