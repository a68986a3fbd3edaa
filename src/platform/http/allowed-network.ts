import ipaddr from 'ipaddr.js'
import { isPublic, type Network, world } from './public-network'

/** Where the site may ask others to be: the public network, and what `allowed` (CIDRs) excepts. */
export function allowedNetwork(allowed: readonly string[]): Network {
  const ranges = allowed.map((text) => ipaddr.parseCIDR(text))
  const isAllowed = (address: string) => {
    if (!ipaddr.isValid(address)) return false
    const plain = ipaddr.process(address)
    return ranges.some((range) => plain.kind() === range[0].kind() && plain.match(range))
  }
  return { ...world, isPublic: (address) => isPublic(address) || isAllowed(address) }
}
