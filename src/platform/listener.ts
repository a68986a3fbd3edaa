import { dlopen, FFIType, ptr } from 'bun:ffi'
import { readdirSync } from 'node:fs'
import { StartError, codeOf, messageOf } from './start-error'

/** Throws `StartError` when the address cannot be listened on; else returns the port, a free one for 0. */
export function claimPort(hostname: string, port: number): number {
  try {
    const probe = Bun.listen({ hostname, port, socket: { data() {} } })
    probe.stop(true)
    return probe.port
  } catch (error) {
    throw cannotListen(hostname, port, error)
  }
}

export function cannotListen(host: string, port: number, error: unknown): StartError {
  return new StartError(
    codeOf(error) === 'EADDRINUSE'
      ? `Port ${port} on ${host} is already in use`
      : `Cannot listen on ${host}:${port}: ${messageOf(error)}`,
  )
}

const SOL_SOCKET = 1
const SO_ACCEPTCONN = 30
const SO_ATTACH_FILTER = 26

/**
 * A BPF filter that drops only the first packet of a connection, SYN without ACK. To the client a connection is open
 * before the listening socket accepts it (Bun defers its accept until a request arrives), so the filter also sees
 * requests.
 */
const dropFirstPackets = new BigUint64Array([
  instruction(0x30, 13), // load byte 13 of the TCP header, its flags
  instruction(0x54, 0x12), // keep only SYN and ACK
  instruction(0x15, 0x02, { else: 1 }), // SYN alone?
  instruction(0x06, 0), // drop
  instruction(0x06, 0xffff_ffff), // let the whole packet pass
])

/** `struct sock_filter`; `else`: the number of instructions to skip if a comparison fails. */
function instruction(code: number, operand: number, { else: skipped = 0 } = {}): bigint {
  return BigInt(code) | (BigInt(skipped) << 24n) | (BigInt(operand) << 32n)
}

/**
 * Makes the listening socket of `port` drop new connections, without closing it: closing it resets connections that wait
 * to be accepted, and those clients would lose a request. Later clients are refused when the socket closes. False where
 * the system has no such filter (anything but Linux); then a few clients may be cut off.
 */
export function refuseNewConnections(port: number): boolean {
  try {
    return listeningSockets(port)
      .map(({ attachFilter }) => attachFilter())
      .some(Boolean)
  } catch {
    return false
  }
}

function listeningSockets(port: number) {
  const { symbols: libc } = dlopen('libc.so.6', {
    getsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
    setsockopt: { args: [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.u32], returns: FFIType.i32 },
    getsockname: { args: [FFIType.i32, FFIType.ptr, FFIType.ptr], returns: FFIType.i32 },
  })

  function listensOnPort(fd: number): boolean {
    const flag = new Int32Array(1)
    const isListening =
      libc.getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, flag, new Uint32Array([4])) === 0 && flag[0] === 1
    const address = new Uint8Array(128)
    return (
      isListening &&
      libc.getsockname(fd, address, new Uint32Array([128])) === 0 &&
      new DataView(address.buffer).getUint16(2) === port
    )
  }

  function attachFilter(fd: number): boolean {
    const program = new BigUint64Array([BigInt(dropFirstPackets.length), BigInt(ptr(dropFirstPackets))])
    return libc.setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, program, 16) === 0
  }

  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter(listensOnPort)
    .map((fd) => ({ attachFilter: () => attachFilter(fd) }))
}
