import { BackupFault } from '#platform/backups/faults'
import { renewHeartbeat } from '#platform/backups/store'
import type { Services } from '#platform/services'

/** Milliseconds between two signs of whoever makes a backup. */
const signEvery = 2000

/**
 * Says that a backup is still being made, and how large it is, until `end` is called. `signal` is aborted when this
 * process is about to end, or when others have given the backup up; `fault` then tells which.
 */
export function keepAlive({ db, stopping }: Pick<Services, 'db' | 'stopping'>, id: number) {
  const life = new AbortController()
  let bytes = 0
  let isAsking = false
  const stop = () => life.abort(new BackupFault('stopped'))
  stopping.addEventListener('abort', stop)
  if (stopping.aborted) stop()
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void renewHeartbeat(db, id, bytes)
      .then((isOurs) => isOurs || life.abort(new BackupFault('crashed')))
      // Where the database is away for long, somebody else ends the backup.
      .catch(() => {})
      .finally(() => (isAsking = false))
  }, signEvery)

  async function* watched(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      life.signal.throwIfAborted()
      yield piece
    }
  }

  return {
    signal: life.signal,
    fault: () => (life.signal.aborted ? (life.signal.reason as BackupFault) : undefined),
    watched,
    /** The same for what is written: as many bytes are told. */
    async *counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      bytes = 0
      for await (const piece of watched(pieces)) {
        bytes += piece.byteLength
        yield piece
      }
    },
    end() {
      clearInterval(timer)
      stopping.removeEventListener('abort', stop)
    },
  }
}
