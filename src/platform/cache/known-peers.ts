type Peer = { lastSign: number; heard: number; isAnswering: boolean }

const forgottenAfter = 16_000

/** The other processes by name: when each was last heard of, and which request it has acknowledged. */
export function createKnownPeers() {
  const peers = new Map<string, Peer>()
  return {
    count: () => peers.size,
    note(name: string) {
      const peer = peers.get(name) ?? { lastSign: 0, heard: 0, isAnswering: true }
      peer.lastSign = performance.now()
      peer.isAnswering = true
      peers.set(name, peer)
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

export type KnownPeers = ReturnType<typeof createKnownPeers>
